// The parser of transitions.
#include <utility>

#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/parser.h"

namespace parapet::cub {

void Parser::transition() {
  TransitionSyntax result;
  const std::uint32_t begin = token_.range.begin;
  advance();
  if (!at(TokenKind::LowerName) && !at(TokenKind::UpperName)) unexpected("the name of the transition");
  result.name = name();
  transition_parameters(result);
  guard(result);
  if (at_word("uguard")) unexpected("`{`", "universal guards are written forall_other j. ... inside requires { }");
  if (at_word("assign")) unexpected("`{`", "the assignments are in plain braces, without `assign`");
  expect(TokenKind::OpenBrace, "before the assignments");
  action(result);
  expect(TokenKind::CloseBrace, "after the assignments");
  result.range = since(begin);
  syntax_.transitions.push_back(std::move(result));
}

void Parser::transition_parameters(TransitionSyntax& transition) {
  if (!at(TokenKind::OpenParen)) unexpected("`(` before the parameters", "a transition without parameters has ()");
  advance();
  while (!accept(TokenKind::CloseParen)) {
    const bool bracket = at(TokenKind::OpenBracket);
    if (bracket && transition.actor) fail(token_.range, "a transition has one acting process only");
    if (bracket) advance();
    if (at(TokenKind::Comma)) unexpected("a parameter or `)`", "parameters are separated by blanks");
    const Name parameter = lower_name(bracket ? "the acting process" : "a parameter or `)`");
    if (bracket) {
      transition.actor = narrow<std::uint32_t>(transition.parameters.size());
      expect(TokenKind::CloseBracket, "after the acting process");
    }
    transition.parameters.push_back(parameter);
  }
}

void Parser::guard(TransitionSyntax& transition) {
  if (at_word("require")) unexpected("`requires` or `{`", "write `requires`");
  if (!accept(TokenKind::Requires)) return;
  expect(TokenKind::OpenBrace, "before the guard");
  transition.guard = formula("in these braces");
  expect(TokenKind::CloseBrace, "after the guard");
}

void Parser::action(TransitionSyntax& transition) {
  while (accept(TokenKind::Let)) {
    const Name bound = lower_name("a lower-case name after `let`");
    expect(TokenKind::Equal, "after the name");
    const NodeId value = term();
    expect(TokenKind::In, "after the value of `let`");
    transition.lets.push_back({bound, value});
  }
  if (at(TokenKind::CloseBrace)) return;
  do {
    if (!transition.assignments.empty() && at(TokenKind::CloseBrace)) return;
    transition.assignments.push_back(assignment());
  } while (accept(TokenKind::Semicolon));
  if (at(TokenKind::Comma) || at(TokenKind::And) || at(TokenKind::UpperName)) {
    unexpected("`;` or `}` after the assignment", "assignments are separated by ;");
  }
}

AssignmentSyntax Parser::assignment() {
  AssignmentSyntax result;
  const std::uint32_t begin = token_.range.begin;
  for (const std::string fence : {"fence", "wfence"}) {
    if (at_word(fence)) unexpected("an assignment", fence + "() is written in requires { }");
  }
  if (at(TokenKind::Let)) unexpected("an assignment", "`let` comes before the first assignment");
  if (at(TokenKind::OpenBracket)) unexpected("an assignment", "writes are by the acting process and are written X := ...");
  if (at(TokenKind::LowerName) || at(TokenKind::ProcessConstant)) {
    const Name reader = name();
    if (at(TokenKind::At))
      fail(token_.range, "a write takes no `@`", "writes are by the acting process; remove " + quote(std::string(reader.text) + " @"));
    fail(reader.range, "expected the name of a variable or array, found " + quote(reader.text));
  }
  result.target = upper_name("an assignment or `}`");
  if (accept(TokenKind::OpenBracket)) {
    do {
      result.indices.push_back(term());
    } while (accept(TokenKind::Comma));
    expect(TokenKind::CloseBracket, "after the indices");
  }
  if (at(TokenKind::Equal)) unexpected("`:=`", "an assignment is written " + std::string(result.target.text) + " := ...");
  expect(TokenKind::Assign, "in the assignment");
  assigned_value(result);
  result.range = since(begin);
  return result;
}

void Parser::assigned_value(AssignmentSyntax& assignment) {
  if (at(TokenKind::Question) || at(TokenKind::Dot)) {
    if (!assignment.indices.empty()) {
      fail(token_.range, "an array cell cannot be assigned any value",
           "assign any value to a variable, and the variable to the cell in a later step");
    }
    assignment.kind = ld::Assignment::Kind::Havoc;
    advance();
  } else if (accept(TokenKind::Case)) {
    assignment.kind = ld::Assignment::Kind::Case;
    cases(assignment);
  } else {
    if (at(TokenKind::If)) unexpected("a value", "values are chosen by `case | condition : value | _ : value`");
    assignment.value = term();
  }
}

void Parser::cases(AssignmentSyntax& assignment) {
  if (!at(TokenKind::Bar)) unexpected("`|` before the first branch");
  bool default_seen = false;
  while (at(TokenKind::Bar)) {
    if (default_seen) fail(token_.range, "no branch can follow the default `| _ :`", "move the default to the end");
    advance();
    BranchSyntax branch;
    if (at(TokenKind::Underscore)) {
      default_seen = true;
      advance();
    } else {
      branch.condition = formula("as the condition of this branch");
    }
    if (at(TokenKind::Bar)) unexpected("`:` after the condition", "disjunction is written ||");
    expect(TokenKind::Colon, "after the condition");
    if (at(TokenKind::Question) || at(TokenKind::Dot)) fail(token_.range, "a branch of `case` cannot be any value");
    if (at(TokenKind::Case)) fail(token_.range, "`case` does not nest", "join the conditions with &&");
    branch.value = term();
    assignment.branches.push_back(branch);
  }
}

}  // namespace parapet::cub
