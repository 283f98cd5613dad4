// Pragmas: comments that begin with `(*@`. Other tools skip them as comments; here they say what the author of a model intends, and never
// change its executions.
//   (*@ atomic *)    before or inside a transition: that it accesses several weak locations in one step is intended
//   (*@ stuck F *)   that no process can move in a state that satisfies the formula F is intended
#include <algorithm>

#include "base/printable.h"
#include "frontend/cub/parser.h"

namespace parapet::cub {

void Parser::pragmas() {
  const std::vector<SourceRange> all = lexer_.pragmas();
  for (const SourceRange range : all) {
    if (diagnostics_.full()) return;
    try {
      pragma(range);
    } catch (const Abandon&) {
      depth_ = 0;
      pending_.clear();
    }
  }
}

void Parser::pragma(SourceRange range) {
  lexer_.move_to(syntax_.text, range.begin + 3, range.end - 2);
  token_.range = {range.begin, range.begin};
  advance();
  const bool atomic = at_word("atomic");
  if (!atomic && !at_word("stuck")) {
    diagnostics_.add({Severity::Warning, range, "this pragma is not one of Parapet's, and is ignored",
                      "a comment that begins with (*@ is a pragma: (*@ atomic *) or (*@ stuck FORMULA *)", "unknown-pragma"});
    return;
  }
  advance();
  if (!atomic) {
    PropertySyntax stuck;
    stuck.kind = PropertySyntax::Kind::Stuck;
    stuck.range = range;
    stuck.body = formula("after `stuck`");
    if (!at(TokenKind::End)) unexpected("the end of the pragma");
    syntax_.properties.push_back(std::move(stuck));
    return;
  }
  if (!at(TokenKind::End)) unexpected("the end of the pragma");
  accept_atomic(range);
}

// The pragma belongs to the transition that contains it or, if there is none, to the one that begins right after it.
void Parser::accept_atomic(SourceRange range) {
  lexer_.move_to(syntax_.text, range.end, syntax_.text.size());
  token_.range = {range.end, range.end};
  advance();
  const auto belongs = [&](const TransitionSyntax& each) {
    return (each.range.begin < range.begin && range.end < each.range.end) || each.range.begin == token_.range.begin;
  };
  const auto found = std::find_if(syntax_.transitions.begin(), syntax_.transitions.end(), belongs);
  if (found == syntax_.transitions.end()) {
    if (diagnostics_.has_errors()) return;  // its transition may have been left out
    fail(range, "this pragma is not before or inside a transition", "write (*@ atomic *) in front of the transition that it is about");
  }
  found->accepted_atomic = true;
}

}  // namespace parapet::cub
