// The parser of terms and formulas.
#include <span>
#include <string>

#include "base/printable.h"
#include "frontend/cub/parser.h"

namespace parapet::cub {
namespace {

ld::Comparison comparison_of(TokenKind kind) {
  switch (kind) {  // NOLINT: only comparisons come here
    case TokenKind::Different:
      return ld::Comparison::Different;
    case TokenKind::Less:
      return ld::Comparison::Less;
    case TokenKind::LessEqual:
      return ld::Comparison::LessEqual;
    case TokenKind::Greater:
      return ld::Comparison::Greater;
    case TokenKind::GreaterEqual:
      return ld::Comparison::GreaterEqual;
    default:
      return ld::Comparison::Equal;
  }
}

}  // namespace

NodeId Parser::finish(NodeKind kind, std::size_t base) {
  const auto parts = std::span(pending_).subspan(base);
  const NodeId result = syntax_.add(kind, since(begin_of(parts.front())), parts);
  pending_.resize(base);
  return result;
}

void Parser::require_formula(NodeId node) {
  const Node& found = syntax_[node];
  if (is_formula(found.kind)) return;
  if (at(TokenKind::Error)) throw Abandon{};  // the lexer has reported the error
  const std::string written(syntax_.text_of(found.range));
  std::string hint;
  if (written == "fence" || written == "wfence") hint = "write " + written + "()";
  if (written == "True" || written == "False") {
    hint = written + " is a value; the formula is " + (written == "True" ? "true" : "false");
  } else if (found.kind == NodeKind::UpperName || found.kind == NodeKind::Access || found.kind == NodeKind::At) {
    hint = "write " + quote(written + " = True");
  }
  if (at(TokenKind::Assign)) hint = "comparison is written =";
  fail(found.range, "expected a formula, found the term " + quote(written), hint);
}

// `next` and `prev` are no reserved words: a model may have predicates of these names. Where a term is expected no predicate can stand.
bool Parser::made_neighbour(NodeId call) {
  const Node found = syntax_[call];
  if (found.kind != NodeKind::Call || found.child_count != 2) return false;
  const auto parts = syntax_.children_of(found);
  const std::string_view callee = syntax_.text_of(syntax_[parts[0]].range);
  if (callee != "next" && callee != "prev") return false;
  require_term(parts[1]);
  Node& node = syntax_.nodes[call.index()];
  node.kind = callee == "next" ? NodeKind::Next : NodeKind::Previous;
  node.first_child += 1;
  node.child_count = 1;
  return true;
}

void Parser::require_term(NodeId node) {
  if (made_neighbour(node)) return;
  const Node& found = syntax_[node];
  if (!is_formula(found.kind)) return;
  std::string hint;
  if (found.kind == NodeKind::True) hint = "the value of type bool is True";
  if (found.kind == NodeKind::False) hint = "the value of type bool is False";
  fail(found.range, "expected a term, found the formula " + quote(syntax_.text_of(found.range)), hint);
}

NodeId Parser::formula(std::string_view where) {
  if (at(TokenKind::CloseBrace)) unexpected("a formula " + std::string(where), "the formula that always holds is `true`");
  const NodeId result = expression();
  require_formula(result);
  if (at(TokenKind::Bar) || at(TokenKind::Comma) || at(TokenKind::Semicolon) || at_word("and") || at_word("or")) {
    if (at(TokenKind::Bar) && where.starts_with("as the condition")) return result;
    unexpected("`}`", at(TokenKind::Bar) || at_word("or") ? "disjunction is written ||" : "conjunction is written &&");
  }
  return result;
}

NodeId Parser::term() {
  const NodeId result = sum();
  require_term(result);
  return result;
}

NodeId Parser::expression() {
  const Nested level(*this);
  const NodeId left = disjunction();
  if (!at(TokenKind::Arrow) && !at(TokenKind::Iff)) return left;
  require_formula(left);
  const NodeKind kind = at(TokenKind::Arrow) ? NodeKind::Implies : NodeKind::Iff;
  const std::size_t base = pending_.size();
  pending_.push_back(left);
  advance();
  const NodeId right = expression();
  require_formula(right);
  pending_.push_back(right);
  return finish(kind, base);
}

NodeId Parser::disjunction() {
  const NodeId first = conjunction();
  if (!at(TokenKind::Or)) return first;
  require_formula(first);
  const std::size_t base = pending_.size();
  pending_.push_back(first);
  while (accept(TokenKind::Or)) {
    const NodeId next = conjunction();
    require_formula(next);
    pending_.push_back(next);
  }
  return finish(NodeKind::Or, base);
}

NodeId Parser::conjunction() {
  const NodeId first = unary();
  if (!at(TokenKind::And)) return first;
  require_formula(first);
  const std::size_t base = pending_.size();
  pending_.push_back(first);
  while (accept(TokenKind::And)) {
    const NodeId next = unary();
    require_formula(next);
    pending_.push_back(next);
  }
  return finish(NodeKind::And, base);
}

NodeId Parser::unary() {
  switch (token_.kind) {  // NOLINT: everything else is a comparison
    case TokenKind::Not: {
      const Nested level(*this);
      const std::uint32_t begin = token_.range.begin;
      advance();
      const NodeId operand = unary();
      require_formula(operand);
      return syntax_.add(NodeKind::Not, since(begin), std::span(&operand, 1));
    }
    case TokenKind::Forall:
      return quantified(NodeKind::Forall);
    case TokenKind::Exists:
      return quantified(NodeKind::Exists);
    case TokenKind::ForallOther:
      return quantified(NodeKind::ForallOther);
    case TokenKind::ExistsOther:
      return quantified(NodeKind::ExistsOther);
    case TokenKind::If:
      return conditional();
    default:
      return comparison();
  }
}

NodeId Parser::quantified(NodeKind kind) {
  const std::uint32_t begin = token_.range.begin;
  const std::size_t base = pending_.size();
  const bool other = kind == NodeKind::ForallOther || kind == NodeKind::ExistsOther;
  advance();
  if (at(TokenKind::OpenParen)) unexpected("a name", "write it without parentheses: forall j. ...");
  do {
    if (!at(TokenKind::LowerName)) unexpected("a lower-case name after the quantifier");
    pending_.push_back(leaf(NodeKind::LowerName));
  } while (accept(TokenKind::Different) && !other);
  if (at(TokenKind::LowerName) || at(TokenKind::Comma)) unexpected("`.`", other ? "one name only" : "several names are separated by <>");
  if (other && last_end_ > syntax_[pending_.back()].range.end) fail(since(begin), "this quantifier binds one name only");
  if (at(TokenKind::Colon)) {
    if (other) unexpected("`.`", "this quantifier is about processes; write `forall s : t` or `exists s : t` for the values of a type");
    advance();
    if (!at(TokenKind::LowerName)) unexpected("the type that the names range over");
    if (!at_word("proc")) {
      kind = kind == NodeKind::Forall ? NodeKind::ForallValue : NodeKind::ExistsValue;
      pending_.push_back(leaf(NodeKind::LowerName));
    } else {
      advance();
    }
  }
  expect(TokenKind::Dot, "after the quantified names");
  const NodeId body = expression();
  require_formula(body);
  pending_.push_back(body);
  const NodeId result = syntax_.add(kind, since(begin), std::span(pending_).subspan(base));
  pending_.resize(base);
  return result;
}

NodeId Parser::conditional() {
  const Nested level(*this);
  const std::uint32_t begin = token_.range.begin;
  const std::size_t base = pending_.size();
  advance();
  pending_.push_back(formula("after `if`"));
  expect(TokenKind::Then, "after the condition");
  pending_.push_back(formula("after `then`"));
  expect(TokenKind::Else, "after the first branch");
  const NodeId otherwise = unary();
  require_formula(otherwise);
  pending_.push_back(otherwise);
  const NodeId result = syntax_.add(NodeKind::If, since(begin), std::span(pending_).subspan(base));
  pending_.resize(base);
  return result;
}

NodeId Parser::comparison() {
  const NodeId left = sum();
  if (!is_comparison(token_.kind)) return left;
  require_term(left);
  const ld::Comparison relation = comparison_of(token_.kind);
  const std::size_t base = pending_.size();
  pending_.push_back(left);
  advance();
  const NodeId right = sum();
  require_term(right);
  pending_.push_back(right);
  if (is_comparison(token_.kind)) fail(token_.range, "comparisons do not chain", "write two comparisons joined by &&");
  const NodeId result = finish(NodeKind::Compare, base);
  syntax_.nodes[result.index()].comparison = relation;
  return result;
}

NodeId Parser::sum() {
  const NodeId first = product();
  if (!at(TokenKind::Plus) && !at(TokenKind::Minus)) return first;
  require_term(first);
  const std::size_t base = pending_.size();
  pending_.push_back(first);
  while (at(TokenKind::Plus) || at(TokenKind::Minus)) {
    const bool minus = at(TokenKind::Minus);
    const std::uint32_t begin = token_.range.begin;
    advance();
    NodeId next = product();
    require_term(next);
    if (minus) next = syntax_.add(NodeKind::Negate, since(begin), std::span(&next, 1));
    pending_.push_back(next);
  }
  return finish(NodeKind::Sum, base);
}

NodeId Parser::product() {
  const NodeId first = factor();
  if (!at(TokenKind::Star)) return first;
  require_term(first);
  const std::size_t base = pending_.size();
  pending_.push_back(first);
  while (accept(TokenKind::Star)) {
    const NodeId next = factor();
    require_term(next);
    pending_.push_back(next);
  }
  return finish(NodeKind::Product, base);
}

NodeId Parser::factor() {
  if (!at(TokenKind::Minus)) return primary();
  const Nested level(*this);
  const std::uint32_t begin = token_.range.begin;
  advance();
  const NodeId operand = factor();
  require_term(operand);
  return syntax_.add(NodeKind::Negate, since(begin), std::span(&operand, 1));
}

NodeId Parser::leaf(NodeKind kind) {
  const NodeId result = syntax_.add(kind, token_.range);
  advance();
  return result;
}

NodeId Parser::primary() {
  switch (token_.kind) {  // NOLINT: nothing else begins a term or formula
    case TokenKind::UpperName:
      return access();
    case TokenKind::LowerName:
      return lower_primary();
    case TokenKind::ProcessConstant: {
      const NodeId process = leaf(NodeKind::ProcessConstant);
      return at(TokenKind::At) ? read_by(process) : process;
    }
    case TokenKind::Processes:
      return leaf(NodeKind::Processes);
    case TokenKind::Integer:
      return leaf(NodeKind::Integer);
    case TokenKind::Real:
      return leaf(NodeKind::Real);
    case TokenKind::True:
      return leaf(NodeKind::True);
    case TokenKind::False:
      return leaf(NodeKind::False);
    case TokenKind::OpenParen: {
      const SourceRange open = token_.range;
      advance();
      const NodeId inside = expression();
      if (!at(TokenKind::CloseParen) && at(TokenKind::CloseBrace)) fail(open, "this parenthesis is not closed");
      expect(TokenKind::CloseParen, "to close the parenthesis");
      return inside;
    }
    default:
      no_operand();
  }
}

void Parser::no_operand() {
  std::string hint;
  if (at(TokenKind::OpenBracket)) hint = "a read by process p is written p @ X";
  if (at(TokenKind::Case)) hint = "`case` comes directly after :=";
  if (at(TokenKind::Let)) hint = "`let` is allowed at the start of the assignments only";
  if (at(TokenKind::Question) || at(TokenKind::Dot)) hint = "any value is written X := ? alone";
  if (at(TokenKind::Not) || at(TokenKind::If) || at(TokenKind::Forall) || at(TokenKind::Exists)) hint = "put formulas in parentheses";
  if (at(TokenKind::Equal)) hint = "equality is written with one =";
  unexpected("a formula or a term", hint);
}

NodeId Parser::access() {
  const NodeId name = leaf(NodeKind::UpperName);
  if (!at(TokenKind::OpenBracket)) {
    if (at(TokenKind::OpenParen)) unexpected("an operator", "cells are written with brackets: A[i]");
    return name;
  }
  const Nested level(*this);
  const std::size_t base = pending_.size();
  pending_.push_back(name);
  advance();
  do {
    pending_.push_back(term());
  } while (accept(TokenKind::Comma));
  expect(TokenKind::CloseBracket, "after the indices");
  return finish(NodeKind::Access, base);
}

NodeId Parser::lower_primary() {
  const NodeId name = leaf(NodeKind::LowerName);
  if (at(TokenKind::At)) return read_by(name);
  if (at(TokenKind::OpenParen)) return call_or_count(name);
  if (at(TokenKind::OpenBracket)) fail(syntax_[name].range, "the name of an array begins with an upper-case letter");
  return name;
}

NodeId Parser::read_by(NodeId reader) {
  const std::size_t base = pending_.size();
  pending_.push_back(reader);
  advance();
  if (!at(TokenKind::UpperName)) unexpected("the variable or cell that is read");
  pending_.push_back(access());
  return finish(NodeKind::At, base);
}

// `count (q) { ... }`: a call of a predicate is not followed by a brace inside a formula or term.
NodeId Parser::call_or_count(NodeId name) {
  const NodeId called = call(name);
  if (!at(TokenKind::OpenBrace) || syntax_.text_of(syntax_[name].range) != "count") return called;
  const Nested level(*this);
  const auto parts = syntax_.children_of(syntax_[called]);
  if (parts.size() != 2 || syntax_[parts[1]].kind != NodeKind::LowerName) return called;
  const std::size_t base = pending_.size();
  const std::uint32_t begin = begin_of(name);
  pending_.push_back(parts[1]);
  advance();
  pending_.push_back(formula("in a count"));
  expect(TokenKind::CloseBrace, "to close the count");
  const NodeId result = syntax_.add(NodeKind::Count, since(begin), std::span(pending_).subspan(base));
  pending_.resize(base);
  return result;
}

NodeId Parser::call(NodeId callee) {
  const Nested level(*this);
  const std::size_t base = pending_.size();
  pending_.push_back(callee);
  advance();
  while (!accept(TokenKind::CloseParen)) {
    pending_.push_back(expression());
    if (!at(TokenKind::CloseParen)) expect(TokenKind::Comma, "or `)` after the argument");
  }
  return finish(NodeKind::Call, base);
}

}  // namespace parapet::cub
