// The lexer: from bytes to tokens, one at a time. Illegal characters are reported here. Where the intention is clear (`&`, `!=`, `==`) the
// lexer returns the token that should have been written, so that one mistake gives one message.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "frontend/cub/token.h"

namespace parapet::cub {

class Lexer {
 public:
  // Both must outlive the lexer.
  Lexer(std::string_view text, Diagnostics& diagnostics) : text_(text), diagnostics_(diagnostics) {}

  // The next token; at the end of the text always End.
  [[nodiscard]] Token next();

  // The comments that begin with `(*@`, in order, as far as the text was read.
  [[nodiscard]] const std::vector<SourceRange>& pragmas() const { return pragmas_; }
  // From now on reads the part of `text`, the whole text, from `begin` to `end`.
  void move_to(std::string_view text, std::size_t begin, std::size_t end) {
    text_ = text.substr(0, end);
    at_ = begin;
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  [[nodiscard]] Token make(TokenKind kind, std::size_t length);
  [[nodiscard]] Token name(bool upper);
  [[nodiscard]] Token number();
  [[nodiscard]] Token process_constant();
  [[nodiscard]] Token punctuation();
  [[nodiscard]] Token illegal();
  [[nodiscard]] Token mistaken(std::size_t length, TokenKind meant, const char* hint);
  // False at an unterminated comment.
  [[nodiscard]] bool skip_blanks();
  [[nodiscard]] bool skip_comment();

  std::string_view text_;
  Diagnostics& diagnostics_;
  std::size_t at_ = 0;
  std::vector<SourceRange> pragmas_;
};

// For syntax highlighting: the marks are in the order of the text and do not overlap; punctuation and parameters are not marked.
[[nodiscard]] std::vector<Mark> highlight(std::string_view text);

}  // namespace parapet::cub
