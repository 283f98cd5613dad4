#include "base/printable.h"

#include <array>
#include <cstdio>

#include "base/narrow.h"

namespace parapet {
namespace {

std::uint32_t code_point(std::string_view sequence) {
  const auto lead = byte_of(sequence[0]);
  std::uint32_t code = lead & (0x7FU >> sequence.size());
  for (const char c : sequence.substr(1)) code = code << 6U | (byte_of(c) & 0x3FU);
  return code;
}

// Beyond ASCII: C1 controls, what changes the order of a line's characters or ends the line (Unicode: Bidi_Control, Zl, Zp), and the byte
// order mark, which is not to be seen.
bool misleads(std::uint32_t code) {
  return (code >= 0x80 && code <= 0x9F) || code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0xFEFF;
}

std::string escaped_code(std::uint32_t code) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "\\u{%x}", code);
  return text.data();
}

std::string escaped_byte(unsigned char byte) {
  switch (byte) {
    case '\t':
      return "\\t";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    default:
      break;
  }
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "\\x%02x", byte);
  return text.data();
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const auto lead = byte_of(text[at]);
  const std::size_t length = lead >= 0xC2 && lead < 0xE0 ? 2 : lead >= 0xE0 && lead < 0xF0 ? 3 : lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
  if (length == 0 || at + length > text.size()) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte_of(text[at + k]) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms and surrogates.
  const auto second = byte_of(text[at + 1]);
  if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second >= 0xA0) || (lead == 0xF0 && second < 0x90) ||
      (lead == 0xF4 && second >= 0x90)) {
    return 0;
  }
  return length;
}

ShownCharacter shown_character(std::string_view text, std::size_t at) {
  using Kind = ShownCharacter::Kind;
  if (const std::size_t length = utf8_length(text, at); length != 0) {
    const std::string_view sequence = text.substr(at, length);
    const std::uint32_t code = code_point(sequence);
    if (misleads(code)) return {Kind::Escaped, length, code, escaped_code(code)};
    return {Kind::AsItIs, length, code, std::string(sequence)};
  }
  const auto byte = byte_of(text[at]);
  if (byte >= 0x20 && byte < 0x7F) return {Kind::AsItIs, 1, byte, std::string(1, text[at])};
  return {byte < 0x80 ? Kind::Escaped : Kind::NotUtf8, 1, byte, escaped_byte(byte)};
}

std::string printable(std::string_view text, LineBreaks breaks) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    if (breaks == LineBreaks::Keep && (text[at] == '\t' || text[at] == '\n')) {
      result += text[at++];
      continue;
    }
    const ShownCharacter shown = shown_character(text, at);
    result += shown.text;
    at += shown.length;
  }
  return result;
}

std::string padded(std::string text, std::size_t width, bool right) {
  if (text.size() < width) text.insert(right ? 0 : text.size(), width - text.size(), ' ');
  return text;
}

}  // namespace parapet
