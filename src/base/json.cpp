#include "base/json.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/contract.h"

namespace parapet {

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

void JsonWriter::quote(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  text_ += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text_.append("\\").push_back(c);
    } else if (c == '\n') {
      text_ += "\\n";
    } else if (c == '\t') {
      text_ += "\\t";
    } else if (byte < 0x20 || byte == 0x7F) {
      text_.append("\\u00").append({digits[byte >> 4U], digits[byte & 0xFU]});
    } else {
      text_ += c;
    }
  }
  text_ += '"';
}

std::string JsonWriter::take() {
  PARAPET_CHECK(levels_.empty(), "every object and array is closed");
  return std::exchange(text_, {}) + "\n";
}

}  // namespace parapet
