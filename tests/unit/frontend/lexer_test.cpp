#include "frontend/cub/lexer.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace parapet;
using namespace parapet::cub;

namespace {

std::vector<std::string> words(std::string_view text, bool clean = true) {
  Diagnostics diagnostics;
  Lexer lexer(text, diagnostics);
  std::vector<std::string> result;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) {
    result.emplace_back(text.substr(token.range.begin, token.range.end - token.range.begin));
  }
  CHECK(diagnostics.has_errors() != clean);
  return result;
}

std::vector<TokenKind> kinds(std::string_view text) {
  Diagnostics diagnostics;
  Lexer lexer(text, diagnostics);
  std::vector<TokenKind> result;
  for (Token token = lexer.next(); token.kind != TokenKind::End; token = lexer.next()) result.push_back(token.kind);
  return result;
}

using Words = std::vector<std::string>;
using Kinds = std::vector<TokenKind>;

}  // namespace

TEST_CASE("lexer: the longest match wins") {
  CHECK(words("a<=>b<=c<>d=>e:=f||g|h") == Words{"a", "<=>", "b", "<=", "c", "<>", "d", "=>", "e", ":=", "f", "||", "g", "|", "h"});
  CHECK(kinds("forall forall_other forallx") == Kinds{TokenKind::Forall, TokenKind::ForallOther, TokenKind::LowerName});
}

// `N-1` is a subtraction: the sign never belongs to the digits.
TEST_CASE("lexer: minus is a token of its own") { CHECK(words("N-1 N<-1") == Words{"N", "-", "1", "N", "<", "-", "1"}); }

TEST_CASE("lexer: numbers") {
  CHECK(kinds("1 1. 1.5 007") == Kinds{TokenKind::Integer, TokenKind::Real, TokenKind::Real, TokenKind::Integer});
  CHECK(words("x.1") == Words{"x", ".", "1"});
  // The end of a number needs no blank before a keyword.
  CHECK(words("1then") == Words{"1", "then"});
  CHECK(words("1e3", false) == Words{"1e3"});
}

TEST_CASE("lexer: comments nest, hold any bytes, and `(*)` opens one") {
  CHECK(words("a (* x (* \" *) \xC3\xA9 *) b") == Words{"a", "b"});
  CHECK(words("a (*) *) b") == Words{"a", "b"});
  CHECK(words("a (* (* *)", false) == Words{"a", ""});
}

TEST_CASE("lexer: `fence` and `weak` are names") { CHECK(kinds("fence weak") == Kinds{TokenKind::LowerName, TokenKind::LowerName}); }

TEST_CASE("lexer: process constants have no leading zero") {
  CHECK(kinds("#1 #12") == Kinds{TokenKind::ProcessConstant, TokenKind::ProcessConstant});
  CHECK(kinds("#0 # #01") == Kinds{TokenKind::Error, TokenKind::Error, TokenKind::Error});
}

// One slip, one message: the parser goes on with what was meant.
TEST_CASE("lexer: mistaken operators stand for the right ones") {
  CHECK(kinds("& != == ! -> /\\ \\/") ==
        Kinds{TokenKind::And, TokenKind::Different, TokenKind::Equal, TokenKind::Not, TokenKind::Arrow, TokenKind::And, TokenKind::Or});
}

TEST_CASE("lexer: NUL is an illegal character, not the end") {
  CHECK(words(std::string_view("a\0b", 3), false) == Words{"a", std::string(1, '\0'), "b"});
}
