// Recursive descent, one function per production of the grammar. Depth is bounded, so that no input can exhaust the stack; a member name
// that occurs twice is an error, since readers differ in which one they take.
#include "base/json_reader.h"

#include <algorithm>

namespace parapet {
namespace {

class JsonParser {
 public:
  JsonParser(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  JsonValue run() {
    if (text_.size() > limits_.size) fail("too large");
    JsonValue result = value(0);
    blanks();
    if (at_ < text_.size()) fail("something after the end of the value");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw JsonError(what, line_, at_ - line_begin_ + 1); }

  [[nodiscard]] bool ended() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return ended() ? '\0' : text_[at_]; }

  void blanks() {
    for (; !ended(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_begin_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  void expect(char c) {
    blanks();
    if (ended() || text_[at_] != c) fail(std::string("expected '") + c + "'" + (ended() ? ", but the text ends" : ""));
    ++at_;
  }

  bool accept(char c) {
    blanks();
    if (ended() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  JsonValue value(std::size_t depth) {
    blanks();
    if (ended()) fail("expected a value, but the text ends");
    if (depth > limits_.depth) fail("nested too deeply");
    JsonValue result;
    result.line = line_;
    result.column = at_ - line_begin_ + 1;
    switch (peek()) {
      case '{':
        object(result, depth);
        break;
      case '[':
        array(result, depth);
        break;
      case '"':
        result.kind = JsonValue::Kind::String;
        result.text = string();
        break;
      case 't':
      case 'f':
        result.kind = JsonValue::Kind::Bool;
        result.truth = peek() == 't';
        word(result.truth ? "true" : "false");
        break;
      case 'n':
        word("null");
        break;
      default:
        result.kind = JsonValue::Kind::Number;
        result.text = number();
    }
    return result;
  }

  void object(JsonValue& result, std::size_t depth) {
    result.kind = JsonValue::Kind::Object;
    expect('{');
    if (accept('}')) return;
    do {
      blanks();
      if (peek() != '"') fail("expected the name of a member");
      std::string name = string();
      if (result.find(name) != nullptr) fail("a second member '" + name + "'");
      expect(':');
      JsonValue content = value(depth + 1);
      result.members.emplace_back(std::move(name), std::move(content));
    } while (accept(','));
    expect('}');
  }

  void array(JsonValue& result, std::size_t depth) {
    result.kind = JsonValue::Kind::Array;
    expect('[');
    if (accept(']')) return;
    do {
      result.items.push_back(value(depth + 1));
    } while (accept(','));
    expect(']');
  }

  void word(std::string_view expected) {
    if (text_.substr(at_, expected.size()) != expected) fail("expected a value");
    at_ += expected.size();
  }

  [[nodiscard]] bool digit() const { return peek() >= '0' && peek() <= '9'; }

  void digits() {
    if (!digit()) fail("expected a digit");
    while (digit()) ++at_;
  }

  std::string number() {
    const std::size_t begin = at_;
    if (peek() == '-') ++at_;
    if (!digit()) fail("expected a value");
    if (peek() == '0') {
      ++at_;
    } else {
      digits();
    }
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      digits();
    }
    return std::string(text_.substr(begin, at_ - begin));
  }

  std::string string() {
    std::string result;
    for (++at_; !ended() && peek() != '"';) {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c < 0x20) fail("a control character in a string");
      if (c != '\\') {
        result += text_[at_++];
        continue;
      }
      ++at_;
      escape(result);
    }
    if (ended()) fail("a string without end");
    ++at_;
    return result;
  }

  void escape(std::string& result) {
    static constexpr std::string_view letters = "\"\\/bfnrt";
    static constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    if (peek() == 'u') {
      ++at_;
      std::uint32_t code = unit();
      if (code >= 0xD800 && code < 0xDC00 && text_.substr(at_, 2) == "\\u") {
        at_ += 2;
        const std::uint32_t low = unit();
        if (low < 0xDC00 || low > 0xDFFF) fail("half of a character in a string");
        code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
      } else if (code >= 0xD800 && code <= 0xDFFF) {
        fail("half of a character in a string");
      }
      append_utf8(result, code);
      return;
    }
    const std::size_t which = ended() ? std::string_view::npos : letters.find(peek());
    if (which == std::string_view::npos) fail("unknown escape in a string");
    result += meanings[which];
    ++at_;
  }

  std::uint32_t unit() {
    std::uint32_t code = 0;
    for (int k = 0; k < 4; ++k, ++at_) {
      const char c = peek();
      std::uint32_t half = 0;
      if (c >= '0' && c <= '9') {
        half = static_cast<std::uint32_t>(c - '0');
      } else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f') {
        half = static_cast<std::uint32_t>((c | 0x20) - 'a') + 10;
      } else {
        fail("expected four hexadecimal digits");
      }
      code = code * 16 + half;
    }
    return code;
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
      add(0xC0 | code >> 6U);
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12U);
      add(0x80 | (code >> 6U & 0x3F));
    } else {
      add(0xF0 | code >> 18U);
      add(0x80 | (code >> 12U & 0x3F));
      add(0x80 | (code >> 6U & 0x3F));
    }
    add(0x80 | (code & 0x3F));
  }

  std::string_view text_;
  const JsonLimits& limits_;
  std::size_t at_ = 0, line_ = 1, line_begin_ = 0;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view name) const {
  const auto at = std::find_if(members.begin(), members.end(), [&](const auto& member) { return member.first == name; });
  return at == members.end() ? nullptr : &at->second;
}

JsonValue parse_json(std::string_view text, const JsonLimits& limits) { return JsonParser(text, limits).run(); }

}  // namespace parapet
