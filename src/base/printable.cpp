#include "base/printable.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

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

constexpr std::size_t longest_compared = 64;
constexpr std::size_t most_candidates = 5000;
constexpr std::size_t longest_quoted = 60;

char lower(char c) { return c >= 'A' && c <= 'Z' ? narrow<char>(c - 'A' + 'a') : c; }

// Edits (insert, delete, replace, swap neighbours); a change of case costs nothing.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t k = 0; k <= b.size(); ++k) previous[k] = k;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t k = 1; k <= b.size(); ++k) {
      const bool equal = lower(a[i - 1]) == lower(b[k - 1]);
      row[k] = std::min({previous[k] + 1, row[k - 1] + 1, previous[k - 1] + (equal ? 0U : 1U)});
      if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1]) row[k] = std::min(row[k], before[k - 2] + 1);
    }
    before.swap(previous);
    previous.swap(row);
  }
  return previous[b.size()];
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

std::string_view nearest(std::string_view written, std::span<const std::string_view> candidates) {
  if (written.size() > longest_compared || candidates.size() > most_candidates) return {};
  std::string_view best;
  std::size_t least = 1 + (written.size() <= 2 ? 0 : written.size() <= 5 ? 1 : 2);
  for (const std::string_view candidate : candidates) {
    if (candidate == written || candidate.size() > longest_compared) continue;
    const std::size_t edits = distance(written, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view written, std::span<const std::string_view> candidates) {
  const std::string_view found = nearest(written, candidates);
  return found.empty() ? std::string() : "did you mean `" + std::string(found) + "`?";
}

std::string quote(std::string_view text) {
  std::string result = "`";
  const bool long_text = text.size() > longest_quoted;
  for (const char c : text.substr(0, longest_quoted)) {
    const auto byte = byte_of(c);
    const bool blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    if (blank && result.ends_with(' ')) continue;
    result += blank ? ' ' : byte < 0x20 || byte >= 0x7F ? '?' : c;
  }
  return result + (long_text ? "...`" : "`");
}

}  // namespace parapet
