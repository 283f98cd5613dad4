#include "base/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

#include "base/contract.h"
#include "base/printable.h"

namespace parapet {
namespace {

// Of a character that is not printed as it is; all of them are in the first plane.
std::string escape(std::uint32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\t') return "\\t";
  PARAPET_CHECK(code <= 0xFFFF, "one escape is enough");
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "\\u%04x", code);
  return text.data();
}

}  // namespace

void JsonWriter::separate() {
  if (std::exchange(after_key_, false) || levels_.empty()) return;
  Level& level = levels_.back();
  if (!level.empty) text_ += level.lines ? "," : ", ";
  level.empty = false;
  if (level.lines) text_.append("\n").append(2 * levels_.size(), ' ');
}

void JsonWriter::begin(char bracket, bool lines) {
  separate();
  text_ += bracket;
  // Inside a row everything stays on the line.
  levels_.push_back({lines && (levels_.empty() || levels_.back().lines), true});
}

void JsonWriter::end(char bracket) {
  PARAPET_CHECK(!levels_.empty() && !after_key_, "an object or array is open, and no key waits for its value");
  const Level level = levels_.back();
  levels_.pop_back();
  if (level.lines && !level.empty) text_.append("\n").append(2 * levels_.size(), ' ');
  text_ += bracket;
}

void JsonWriter::raw(std::string_view token) {
  separate();
  text_ += token;
}

void JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  text_ += ": ";
  after_key_ = true;
}

void JsonWriter::value(std::string_view text) {
  separate();
  quote(text);
}

void JsonWriter::value(bool truth) { raw(truth ? "true" : "false"); }

void JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  std::array<char, 32> buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number);
  raw({buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data())});
}

// Every string is valid UTF-8. What cannot be seen is escaped as JSON does it, and comes back unchanged; a byte that is not UTF-8 has no
// such form and becomes the text \xff.
void JsonWriter::quote(std::string_view text) {
  text_ += '"';
  for (std::size_t at = 0; at < text.size();) {
    const ShownCharacter shown = shown_character(text, at);
    switch (shown.kind) {
      case ShownCharacter::Kind::AsItIs:
        if (shown.code == '"' || shown.code == '\\') text_ += '\\';
        text_ += shown.text;
        break;
      case ShownCharacter::Kind::Escaped:
        text_ += escape(shown.code);
        break;
      case ShownCharacter::Kind::NotUtf8:
        text_.append("\\").append(shown.text);
        break;
    }
    at += shown.length;
  }
  text_ += '"';
}

std::string JsonWriter::take() {
  PARAPET_CHECK(levels_.empty(), "every object and array is closed");
  return std::exchange(text_, {}) + "\n";
}

}  // namespace parapet
