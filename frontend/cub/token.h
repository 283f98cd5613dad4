// The tokens of the `.cub` language.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/source.h"

namespace parapet::cub {

enum class TokenKind : std::uint8_t {
  End,
  Error,  // an error that the lexer has reported
  LowerName,
  UpperName,
  ProcessConstant,  // `#n`
  Processes,        // `#procs`
  Integer,          // digits; a minus sign is a token of its own
  Real,
  // Keywords. (`fence`, `wfence` and `weak` are names with a special meaning in some contexts.)
  Array,
  Case,
  Const,
  Else,
  Exists,
  ExistsOther,
  False,
  Forall,
  ForallOther,
  If,
  In,
  Init,
  Invariant,
  Let,
  Not,
  NumberProcs,
  Predicate,
  Requires,
  Then,
  Transition,
  True,
  Type,
  Unsafe,
  Var,
  // Punctuation.
  And,
  Arrow,
  Assign,
  At,
  Bar,
  CloseBrace,
  CloseBracket,
  CloseParen,
  Colon,
  Comma,
  Different,
  Dot,
  Equal,
  Greater,
  GreaterEqual,
  Iff,
  Less,
  LessEqual,
  Minus,
  OpenBrace,
  OpenBracket,
  OpenParen,
  Or,
  Plus,
  Question,
  Semicolon,
  Star,
  Underscore,
};

struct Token {
  TokenKind kind = TokenKind::End;
  SourceRange range;
};

// The description in "expected ...": "a lower-case name", "`&&`".
[[nodiscard]] std::string_view describe(TokenKind kind);
[[nodiscard]] bool is_keyword(TokenKind kind);
// Keywords that begin a declaration; parsing continues at one of them after an error.
[[nodiscard]] bool starts_declaration(TokenKind kind);
[[nodiscard]] bool is_comparison(TokenKind kind);
// The keyword spelled `text`, or LowerName.
[[nodiscard]] TokenKind keyword_or_name(std::string_view text);

}  // namespace parapet::cub
