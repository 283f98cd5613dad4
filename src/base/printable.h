// Text of others inside our own output: file names, source lines, what a solver or a benchmarked tool said. Shown as it is, it could move
// the cursor, forge a line, or make a line read in another order than it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace parapet {

enum class LineBreaks : std::uint8_t { Escape, Keep };

// The text as valid UTF-8 in which every character is visible or a blank:
//   control characters (C0, DEL, C1)                                     \x1b; tab, CR and LF as \t, \r, \n
//   characters that reorder a line or break it (bidirectional marks,
//   embeddings, overrides and isolates; line and paragraph separators),
//   the byte order mark                                                  \u{202e}
//   bytes that are not UTF-8                                             \xff
// LineBreaks::Keep leaves tabs and line feeds alone, for text that has lines of its own.
[[nodiscard]] std::string printable(std::string_view text, LineBreaks breaks = LineBreaks::Escape);

// The character at `at`, and what `printable` shows for it.
struct ShownCharacter {
  enum class Kind : std::uint8_t { AsItIs, Escaped, NotUtf8 };
  Kind kind = Kind::AsItIs;
  std::size_t length = 1;  // in bytes
  std::uint32_t code = 0;  // its code point; of what is not UTF-8: the byte
  std::string text;
};
[[nodiscard]] ShownCharacter shown_character(std::string_view text, std::size_t at);

// Bytes of the well-formed UTF-8 sequence of two bytes or more at `at`, 0 if there is none.
[[nodiscard]] std::size_t utf8_length(std::string_view text, std::size_t at);

// The text with blanks behind it, or before it, up to `width` bytes.
[[nodiscard]] std::string padded(std::string text, std::size_t width, bool right = false);

// For messages to the user.

// The candidate nearest to `written`, if one is near enough to be worth asking about; else empty.
[[nodiscard]] std::string_view nearest(std::string_view written, std::span<const std::string_view> candidates);

// "did you mean `X`?", or empty.
[[nodiscard]] std::string did_you_mean(std::string_view written, std::span<const std::string_view> candidates);

// `text` in quotes, on one line and not too long.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace parapet
