#include "frontend/cub/parser.h"

#include <array>
#include <utility>

#include "base/printable.h"

namespace parapet::cub {

Syntax parse(std::string_view text, Diagnostics& diagnostics, Budget* budget) { return Parser(text, diagnostics, budget).run(); }

Parser::Parser(std::string_view text, Diagnostics& diagnostics, Budget* budget)
    : diagnostics_(diagnostics), budget_(budget), lexer_(text, diagnostics) {
  syntax_.text = text;
  // A typical file has one node per eight bytes; growing the arrays by copying would cost more than the parsing.
  syntax_.nodes.reserve(text.size() / 8);
  syntax_.children.reserve(text.size() / 8);
}

Syntax Parser::run() {
  advance();
  while (!at(TokenKind::End) && !diagnostics_.full()) {
    const TokenKind first = token_.kind;
    try {
      declaration();
    } catch (const Abandon&) {
      const bool formula_only = first == TokenKind::Unsafe || first == TokenKind::Invariant || first == TokenKind::Transition;
      if (first == TokenKind::Init) syntax_.init_lost = true;
      if (!formula_only && first != TokenKind::Init) syntax_.names_complete = false;
      recover();
    }
  }
  pragmas();
  return std::move(syntax_);
}

void Parser::recover() {
  depth_ = 0;
  pending_.clear();
  while (!at(TokenKind::End) && !starts_declaration(token_.kind) && !at_word("weak")) advance();
}

void Parser::advance() {
  last_end_ = token_.range.end;
  token_ = lexer_.next();
  // The cost of a token includes the comments before it, which can be most of the text.
  if (budget_ != nullptr) budget_->spend(1 + (token_.range.end - last_end_) / 64);
}

bool Parser::accept(TokenKind kind) {
  if (!at(kind)) return false;
  advance();
  return true;
}

void Parser::fail(SourceRange range, std::string message, std::string hint) {
  diagnostics_.error(range, std::move(message), std::move(hint));
  throw Abandon{};
}

void Parser::unexpected(std::string_view wanted, std::string hint) {
  // An error that the lexer has reported is not reported again.
  const bool known = !diagnostics_.all().empty() && diagnostics_.all().back().range == token_.range;
  if (at(TokenKind::Error) || known) throw Abandon{};
  std::string found = at(TokenKind::End) ? std::string(describe(token_.kind)) : quote(text());
  if (is_keyword(token_.kind)) found = "the keyword " + found;
  fail(token_.range, "expected " + std::string(wanted) + ", found " + found, std::move(hint));
}

SourceRange Parser::expect(TokenKind kind, std::string_view where) {
  if (!at(kind)) unexpected(std::string(describe(kind)) + " " + std::string(where));
  const SourceRange range = token_.range;
  advance();
  return range;
}

Name Parser::name() {
  const Name result{text(), token_.range};
  advance();
  return result;
}

Name Parser::upper_name(std::string_view what) {
  if (at(TokenKind::Processes)) fail(token_.range, "`#procs` is the number of processes and cannot be declared or assigned");
  if (at(TokenKind::LowerName)) unexpected(what, "names of variables, arrays, constants and constructors begin with an upper-case letter");
  if (!at(TokenKind::UpperName)) unexpected(what);
  return name();
}

Name Parser::lower_name(std::string_view what) {
  if (at(TokenKind::UpperName)) unexpected(what, "names of types, predicates and processes begin with a lower-case letter");
  if (!at(TokenKind::LowerName)) unexpected(what);
  return name();
}

void Parser::declaration() {
  switch (token_.kind) {  // NOLINT: the other tokens begin nothing
    case TokenKind::NumberProcs:
      return number_procs();
    case TokenKind::Type:
      return type_declaration();
    case TokenKind::Const:
    case TokenKind::Var:
    case TokenKind::Array:
      return symbol_declaration();
    case TokenKind::Init:
      return property(PropertySyntax::Kind::Init);
    case TokenKind::Unsafe:
      return property(PropertySyntax::Kind::Unsafe);
    case TokenKind::Invariant:
      return property(PropertySyntax::Kind::Invariant);
    case TokenKind::Predicate:
      return predicate();
    case TokenKind::Transition:
      return transition();
    default:
      if (at_word("weak")) return symbol_declaration();
      no_declaration();
  }
}

void Parser::no_declaration() {
  constexpr std::array<std::string_view, 11> words{"type",   "var",       "array",     "const",      "weak",        "init",
                                                   "unsafe", "invariant", "predicate", "transition", "number_procs"};
  if (at_word("uguard")) unexpected("a declaration", "universal guards are written forall_other j. ... inside requires { }");
  if (at_word("assign")) unexpected("a declaration", "the assignments follow requires { } in plain braces: { X := 1 }");
  if (at_word("require") || at(TokenKind::Requires))
    unexpected("a declaration", "a guard is part of a transition: transition t (p) requires { ... } { ... }");
  if (at(TokenKind::LowerName)) unexpected("a declaration", did_you_mean(text(), words));
  if (at(TokenKind::CloseBrace)) unexpected("a declaration", "this brace closes nothing");
  unexpected("a declaration");
}

void Parser::number_procs() {
  advance();
  if (!at(TokenKind::Integer)) unexpected("a number of processes");
  if (syntax_.number_procs) fail(token_.range, "`number_procs` is given twice");
  syntax_.number_procs = name();
}

void Parser::type_declaration() {
  advance();
  TypeSyntax type{lower_name("the name of a type"), {}, {}};
  if (accept(TokenKind::Equal)) {
    if (at(TokenKind::Integer)) return range_declaration(std::move(type));
    accept(TokenKind::Bar);
    do {
      type.constructors.push_back(upper_name("a constructor"));
    } while (accept(TokenKind::Bar));
    if (at(TokenKind::Comma)) unexpected("`|` or a declaration", "constructors are separated by |");
  }
  syntax_.types.push_back(std::move(type));
}

void Parser::range_declaration(TypeSyntax type) {
  type.range.push_back(name());
  expect(TokenKind::Dot, "in the range: it is written 0 .. 7");
  expect(TokenKind::Dot, "in the range: it is written 0 .. 7");
  if (!at(TokenKind::Integer)) unexpected("the last number of the range");
  type.range.push_back(name());
  syntax_.types.push_back(std::move(type));
}

void Parser::symbol_declaration() {
  SymbolSyntax symbol;
  if (at_word("weak")) {
    symbol.weak = true;
    advance();
    if (!at(TokenKind::Var) && !at(TokenKind::Array)) unexpected("`var` or `array` after `weak`");
  }
  const TokenKind kind = token_.kind;
  symbol.constant = kind == TokenKind::Const;
  advance();
  symbol.name = upper_name("an upper-case name");
  if (kind == TokenKind::Var && at(TokenKind::OpenBracket)) unexpected("`:`", "write `array` for a variable with indices");
  if (kind == TokenKind::Array && !at(TokenKind::OpenBracket))
    unexpected("`[`", "an array has indices: array A[proc] : t; without, write `var`");
  if (accept(TokenKind::OpenBracket)) {
    do {
      symbol.indices.push_back(lower_name("the type of an index: `proc`, `bool` or an enumeration"));
    } while (accept(TokenKind::Comma));
    expect(TokenKind::CloseBracket, "after the indices");
  }
  if (at(TokenKind::Comma) || at(TokenKind::UpperName)) unexpected("`:`", "one name per declaration");
  expect(TokenKind::Colon, "before the type");
  symbol.type = lower_name("the name of a type");
  syntax_.symbols.push_back(std::move(symbol));
}

std::vector<Name> Parser::blank_separated_parameters() {
  std::vector<Name> parameters;
  if (!accept(TokenKind::OpenParen)) return parameters;
  while (!accept(TokenKind::CloseParen)) {
    if (at(TokenKind::Comma)) unexpected("a parameter or `)`", "parameters are separated by blanks");
    parameters.push_back(lower_name("a parameter or `)`"));
  }
  return parameters;
}

void Parser::property(PropertySyntax::Kind kind) {
  PropertySyntax result;
  result.kind = kind;
  const std::uint32_t begin = token_.range.begin;
  advance();
  if (kind != PropertySyntax::Kind::Init && (at(TokenKind::LowerName) || at(TokenKind::UpperName))) result.name = name();
  result.parameters = blank_separated_parameters();
  expect(TokenKind::OpenBrace, "before the formula");
  result.body = formula("in these braces");
  expect(TokenKind::CloseBrace, "after the formula");
  result.range = since(begin);
  syntax_.properties.push_back(std::move(result));
}

void Parser::predicate() {
  advance();
  PredicateSyntax result;
  result.name = lower_name("the name of a predicate");
  expect(TokenKind::OpenParen, "before the parameters of the predicate");
  while (!accept(TokenKind::CloseParen)) {
    if (!result.parameters.empty()) {
      if (at(TokenKind::LowerName)) unexpected("`,` or `)`", "the parameters of a predicate are separated by commas");
      expect(TokenKind::Comma, "between the parameters of the predicate");
    }
    result.parameters.push_back(lower_name("a parameter"));
  }
  expect(TokenKind::OpenBrace, "before the formula");
  result.body = formula("in these braces");
  expect(TokenKind::CloseBrace, "after the formula");
  syntax_.predicates.push_back(std::move(result));
}

}  // namespace parapet::cub
