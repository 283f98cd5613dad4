// Recursive descent, one function per kind of value. `at_` only moves forward; every message is about the place where it stands.
#include "base/json_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include "base/narrow.h"

namespace parapet {

JsonError::JsonError(const std::string& text, const JsonValue& where) : JsonError(where.place(), text) {}

JsonError::JsonError(LineColumn where, const std::string& text)
    : std::runtime_error(std::to_string(where.line) + ":" + std::to_string(where.column) + ": " + text), place(where), message(text) {}

std::size_t offset_of(std::string_view text, LineColumn place) {
  std::size_t begin = 0;
  for (std::uint32_t line = 1; line < place.line && begin < text.size(); ++line)
    begin = std::min(text.find('\n', begin), text.size() - 1) + 1;
  return std::min(begin + place.column - 1, text.size());
}

void JsonValue::expect(Kind kind, std::string_view name) const {
  if (kind_ != kind) fail("expected " + std::string(name));
}

bool JsonValue::truth() const {
  expect(Kind::Truth, "true or false");
  return truth_;
}

double JsonValue::number() const {
  expect(Kind::Number, "a number");
  return number_;
}

std::uint64_t JsonValue::count() const {
  expect(Kind::Number, "a number");
  std::uint64_t result = 0;
  const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), result);
  if (error != std::errc() || end != text_.data() + text_.size()) fail("expected a whole number from 0 to 2^64 - 1");
  return result;
}

const std::string& JsonValue::text() const {
  expect(Kind::Text, "a string");
  return text_;
}

std::span<const JsonValue> JsonValue::items() const {
  expect(Kind::Array, "an array");
  return items_;
}

std::span<const std::string> JsonValue::keys() const {
  expect(Kind::Object, "an object");
  return keys_;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  expect(Kind::Object, "an object");
  const auto found = std::ranges::find(keys_, key);
  return found == keys_.end() ? nullptr : &items_[static_cast<std::size_t>(found - keys_.begin())];
}

const JsonValue& JsonValue::at(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) fail("the object has no \"" + std::string(key) + "\"");
  return *found;
}

class JsonParser {
 public:
  JsonParser(std::string_view text, Budget* budget) : text_(text), budget_(budget) {}

  JsonValue document() {
    JsonValue result = value(0);
    skip_blanks();
    if (!at_end()) fail("expected the end of the text");
    return result;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] LineColumn place() const { return {line_, narrow<std::uint32_t>(at_ - line_start_ + 1)}; }
  [[noreturn]] void fail(const std::string& message) const { throw JsonError(place(), message); }

  // The only way over a line break: strings cannot contain one.
  void skip_blanks() {
    for (; !at_end(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start_ = at_ + 1;
      } else if (c != ' ' && c != '\t' && c != '\r') {
        return;
      }
    }
  }

  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  JsonValue value(std::size_t depth) {
    skip_blanks();
    // Strings and blanks count too, when the next value is read.
    if (budget_ != nullptr) budget_->spend(1 + (at_ - std::exchange(spent_, at_)) / 64);
    JsonValue result;
    result.place_ = place();
    switch (peek()) {
      case '{':
        object(result, depth);
        break;
      case '[':
        array(result, depth);
        break;
      case '"':
        result.kind_ = JsonValue::Kind::Text;
        result.text_ = string();
        break;
      case 't':
      case 'f':
      case 'n':
        word(result);
        break;
      default:
        number(result);
    }
    return result;
  }

  void enter(std::size_t depth) {
    if (depth == deepest_json) fail("more than " + std::to_string(deepest_json) + " arrays and objects inside each other");
    ++at_;
    skip_blanks();
  }

  // After an item: true if another one follows.
  bool continues(char closing) {
    skip_blanks();
    if (take(closing)) return false;
    if (!take(',')) fail(std::string("expected ',' or '") + closing + "'");
    skip_blanks();
    return true;
  }

  void array(JsonValue& result, std::size_t depth) {
    result.kind_ = JsonValue::Kind::Array;
    enter(depth);
    if (take(']')) return;
    do {
      JsonValue item = value(depth + 1);
      auto& items = result.items_;
      if (items.size() == items.capacity() && budget_ != nullptr) budget_->expect_memory(items.size() * sizeof(JsonValue));
      items.push_back(std::move(item));
    } while (continues(']'));
  }

  void object(JsonValue& result, std::size_t depth) {
    result.kind_ = JsonValue::Kind::Object;
    enter(depth);
    if (take('}')) return;
    do {
      if (peek() != '"') fail("expected a key in quotes");
      result.keys_.push_back(string());
      skip_blanks();
      if (!take(':')) fail("expected ':' after the key");
      result.items_.push_back(value(depth + 1));
    } while (continues('}'));
    refuse_repeated_keys(result);
  }

  static void refuse_repeated_keys(const JsonValue& object) {
    std::vector<std::string_view> keys(object.keys_.begin(), object.keys_.end());
    std::ranges::sort(keys);
    const auto twice = std::ranges::adjacent_find(keys);
    if (twice != keys.end()) object.fail("the object has \"" + std::string(*twice) + "\" twice");
  }

  void word(JsonValue& result) {
    for (const std::string_view each : {"true", "false", "null"}) {
      if (text_.substr(at_, each.size()) != each) continue;
      at_ += each.size();
      result.kind_ = each == "null" ? JsonValue::Kind::Null : JsonValue::Kind::Truth;
      result.truth_ = each == "true";
      return;
    }
    fail("expected a value");
  }

  void digits() {
    if (peek() < '0' || peek() > '9') fail("expected a digit");
    while (peek() >= '0' && peek() <= '9') ++at_;
  }

  void number(JsonValue& result) {
    const std::size_t begin = at_;
    if (!take('-') && (peek() < '0' || peek() > '9')) fail(at_end() ? "the text ends where a value is expected" : "expected a value");
    if (!take('0')) digits();
    if (take('.')) digits();
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      digits();
    }
    result.kind_ = JsonValue::Kind::Number;
    result.text_ = text_.substr(begin, at_ - begin);
    const auto [end, error] = std::from_chars(result.text_.data(), result.text_.data() + result.text_.size(), result.number_);
    if (error == std::errc::result_out_of_range) result.fail("a number beyond what a double can hold");
  }

  std::string string() {
    ++at_;  // the opening quote
    std::string result;
    while (true) {
      if (at_end()) fail("the text ends inside a string");
      const char c = text_[at_];
      if (byte_of(c) < 0x20) fail("a control character in a string");
      ++at_;
      if (c == '"') return result;
      if (c == '\\') {
        escape(result);
      } else {
        result += c;
      }
    }
  }

  void escape(std::string& result) {
    constexpr std::string_view letters = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = peek();
    if (c == 'u') {
      ++at_;
      append_utf8(result, code_point());
      return;
    }
    const std::size_t which = at_end() ? std::string_view::npos : letters.find(c);
    if (which == std::string_view::npos) fail("no such escape in a string");
    result += meanings[which];
    ++at_;
  }

  std::uint32_t four_digits() {
    std::uint32_t result = 0;
    const std::string_view four = text_.substr(at_, 4);
    const auto [end, error] = std::from_chars(four.data(), four.data() + four.size(), result, 16);
    if (four.size() != 4 || error != std::errc() || end != four.data() + 4) fail("expected four hexadecimal digits");
    at_ += 4;
    return result;
  }

  // Beyond the first plane a character is written as two: a high and a low surrogate.
  std::uint32_t code_point() {
    const std::uint32_t first = four_digits();
    if (first < 0xD800 || first > 0xDFFF) return first;
    if (first > 0xDBFF || !take('\\') || !take('u')) fail("half of a surrogate pair");
    const std::uint32_t second = four_digits();
    if (second < 0xDC00 || second > 0xDFFF) fail("half of a surrogate pair");
    return 0x10000 + ((first - 0xD800) << 10U) + (second - 0xDC00);
  }

  static void append_utf8(std::string& out, std::uint32_t code) {
    const auto add = [&out](std::uint32_t byte) { out += low_bits<char>(byte); };
    const auto tail = [&](std::uint32_t shift) { add(0x80U | ((code >> shift) & 0x3FU)); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
      add(0xC0U | (code >> 6U));
    } else {
      if (code < 0x10000) {
        add(0xE0U | (code >> 12U));
      } else {
        add(0xF0U | (code >> 18U));
        tail(12);
      }
      tail(6);
    }
    tail(0);
  }

  std::string_view text_;
  Budget* budget_;
  std::size_t at_ = 0;
  std::size_t spent_ = 0;  // where the budget was spent last
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
};

JsonValue read_json(std::string_view text, Budget* budget) { return JsonParser(text, budget).document(); }

}  // namespace parapet
