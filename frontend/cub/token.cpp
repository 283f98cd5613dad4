#include "frontend/cub/token.h"

#include <algorithm>
#include <array>
#include <utility>

namespace parapet::cub {
namespace {

// Sorted by spelling.
constexpr std::array<std::pair<std::string_view, TokenKind>, 24> keywords{{
    {"array", TokenKind::Array},
    {"case", TokenKind::Case},
    {"const", TokenKind::Const},
    {"else", TokenKind::Else},
    {"exists", TokenKind::Exists},
    {"exists_other", TokenKind::ExistsOther},
    {"false", TokenKind::False},
    {"forall", TokenKind::Forall},
    {"forall_other", TokenKind::ForallOther},
    {"if", TokenKind::If},
    {"in", TokenKind::In},
    {"init", TokenKind::Init},
    {"invariant", TokenKind::Invariant},
    {"let", TokenKind::Let},
    {"not", TokenKind::Not},
    {"number_procs", TokenKind::NumberProcs},
    {"predicate", TokenKind::Predicate},
    {"requires", TokenKind::Requires},
    {"then", TokenKind::Then},
    {"transition", TokenKind::Transition},
    {"true", TokenKind::True},
    {"type", TokenKind::Type},
    {"unsafe", TokenKind::Unsafe},
    {"var", TokenKind::Var},
}};

// In the order of the enumeration.
constexpr std::array<std::string_view, 60> descriptions{"the end of the file",
                                                        "an unreadable character",
                                                        "a lower-case name",
                                                        "an upper-case name",
                                                        "a process constant",
                                                        "`#procs`",
                                                        "an integer",
                                                        "a real number",
                                                        "`array`",
                                                        "`case`",
                                                        "`const`",
                                                        "`else`",
                                                        "`exists`",
                                                        "`exists_other`",
                                                        "`false`",
                                                        "`forall`",
                                                        "`forall_other`",
                                                        "`if`",
                                                        "`in`",
                                                        "`init`",
                                                        "`invariant`",
                                                        "`let`",
                                                        "`not`",
                                                        "`number_procs`",
                                                        "`predicate`",
                                                        "`requires`",
                                                        "`then`",
                                                        "`transition`",
                                                        "`true`",
                                                        "`type`",
                                                        "`unsafe`",
                                                        "`var`",
                                                        "`&&`",
                                                        "`=>`",
                                                        "`:=`",
                                                        "`@`",
                                                        "`|`",
                                                        "`}`",
                                                        "`]`",
                                                        "`)`",
                                                        "`:`",
                                                        "`,`",
                                                        "`<>`",
                                                        "`.`",
                                                        "`=`",
                                                        "`>`",
                                                        "`>=`",
                                                        "`<=>`",
                                                        "`<`",
                                                        "`<=`",
                                                        "`-`",
                                                        "`{`",
                                                        "`[`",
                                                        "`(`",
                                                        "`||`",
                                                        "`+`",
                                                        "`?`",
                                                        "`;`",
                                                        "`*`",
                                                        "`_`"};
static_assert(descriptions.size() == static_cast<std::size_t>(TokenKind::Underscore) + 1);

}  // namespace

std::string_view describe(TokenKind kind) { return descriptions[static_cast<std::size_t>(kind)]; }

bool is_keyword(TokenKind kind) { return kind >= TokenKind::Array && kind <= TokenKind::Var; }

bool starts_declaration(TokenKind kind) {
  constexpr std::array starters{TokenKind::Array,     TokenKind::Const,      TokenKind::Init, TokenKind::Invariant, TokenKind::NumberProcs,
                                TokenKind::Predicate, TokenKind::Transition, TokenKind::Type, TokenKind::Unsafe,    TokenKind::Var};
  return std::find(starters.begin(), starters.end(), kind) != starters.end();
}

bool is_comparison(TokenKind kind) {
  constexpr std::array comparisons{TokenKind::Equal,     TokenKind::Different, TokenKind::Less,
                                   TokenKind::LessEqual, TokenKind::Greater,   TokenKind::GreaterEqual};
  return std::find(comparisons.begin(), comparisons.end(), kind) != comparisons.end();
}

TokenKind keyword_or_name(std::string_view text) {
  const auto at =
      std::lower_bound(keywords.begin(), keywords.end(), text, [](const auto& entry, std::string_view key) { return entry.first < key; });
  return at != keywords.end() && at->first == text ? at->second : TokenKind::LowerName;
}

}  // namespace parapet::cub
