// Indices that are terms: `Open[Room[p]]`.
//
// An index of LD is a process variable or a constant. In a comparison of a formula that may say `exists`, a term T of type proc as an index
// is named by a variable q of its own:
//     A[T] = v   means   exists q. T = q && A[q] = v,       not (A[T] = v)   means   exists q. T = q && A[q] <> v
// (the latter as `not (forall q. T = q => A[q] = v)`). q ranges over all processes, those that parameters name included. If T is no process
// of the system, neither comparison holds: there is no cell to look at.
// In an assignment, `A[T] := v` means `A[q] := case | q = T : v`; if T is no process of the system, nothing is assigned.
#include <algorithm>
#include <utility>

#include "frontend/cub/elaborator.h"

namespace parapet::cub {

ld::Term process_term(ld::Variable variable, SourceRange range) {
  ld::Term result;
  result.kind = ld::Term::Kind::Process;
  result.sort = Signature::proc;
  result.range = range;
  result.index = variable;
  return result;
}

namespace {

ld::Formula equal(ld::Term left, ld::Term right) {
  const SourceRange range = left.range;
  return ld::compared(ld::Comparison::Equal, std::move(left), std::move(right), range);
}

ld::Formula joined(ld::Formula::Kind kind, ld::Formula left, ld::Formula right) {
  ld::Formula result;
  result.kind = kind;
  result.range = right.range;
  result.args.push_back(std::move(left));
  result.args.push_back(std::move(right));
  return result;
}

}  // namespace

// Whether a comparison that occurs so may become one below `exists`. Under a universal quantifier of a guard it may not, and with both
// polarities (`<=>`, the condition of `if`) it would mean something else in each.
bool Elaborator::may_nest(const Polarity& polarity) const {
  if (polarity.positive.occurs == polarity.negative.occurs) return false;
  const Polarity::Reading& reading = polarity.positive.occurs ? polarity.positive : polarity.negative;
  switch (place_) {
    case Place::Guard:
      return !reading.under_universal;
    case Place::Unsafe:
    case Place::Invariant:
    case Place::State:
      return true;
    case Place::Init:
    case Place::CaseCondition:
    case Place::Value:
    case Place::Count:
      break;
  }
  return false;
}

ld::Term Elaborator::named_by_variable(ld::Term term) {
  const SourceRange range = term.range;
  const ld::Variable variable = scope_.bind_hidden("q");
  nested_.push_back({variable, std::move(term)});
  return process_term(variable, range);
}

void Elaborator::compare(const Node& node, const Polarity& polarity, ld::Formula& result) {
  const bool outer = std::exchange(nests_, may_nest(polarity));
  std::vector<NestedIndex> others = std::exchange(nested_, {});
  comparison(node, result);
  // The first ones may occur in the terms of the later ones.
  for (; !nested_.empty(); nested_.pop_back()) {
    NestedIndex& last = nested_.back();
    ld::Formula named = equal(std::move(last.term), process_term(last.variable, node.range));
    ld::Formula quantified;
    quantified.kind = polarity.positive.occurs ? ld::Formula::Kind::Exists : ld::Formula::Kind::Forall;
    quantified.range = node.range;
    quantified.bound.push_back(last.variable);
    const auto connective = polarity.positive.occurs ? ld::Formula::Kind::And : ld::Formula::Kind::Implies;
    quantified.args.push_back(joined(connective, std::move(named), std::move(result)));
    result = std::move(quantified);
    scope_.unbind(1);
  }
  nested_ = std::move(others);
  nests_ = outer;
}

bool Elaborator::is_nested(NodeId id) const {
  const Node& node = syntax_[id];
  if (node.kind != NodeKind::UpperName && node.kind != NodeKind::Access) return false;
  const Node& name = node.kind == NodeKind::Access ? syntax_[syntax_.children_of(node)[0]] : node;
  const auto found = entities_.find(syntax_.name_of(name).text);
  return found != entities_.end() && found->second.symbol && found->second.sort == Signature::proc;
}

bool Elaborator::assigns_nested(const AssignmentSyntax& syntax, SymbolId symbol) const {
  return syntax.kind == ld::Assignment::Kind::Set && !program_.signature[symbol].has_value_index() &&
         std::any_of(syntax.indices.begin(), syntax.indices.end(), [&](NodeId index) { return is_nested(index); });
}

bool Elaborator::nested_cell(const AssignmentSyntax& syntax, ld::Assignment& result) {
  result.kind = ld::Assignment::Kind::Case;
  ld::Branch branch;
  std::vector<ld::Term> cell;
  for (const NodeId index : syntax.indices) {
    auto found = is_nested(index) ? term(index) : process(index, "an index");
    if (!found) return false;
    cell.push_back(std::move(*found));
  }
  branch.value = value(syntax.value, result.symbol);
  for (ld::Term& index : cell) {
    const SourceRange range = index.range;
    result.bound.push_back(scope_.bind_hidden("q"));
    ld::Formula here = equal(process_term(result.bound.back(), range), std::move(index));
    branch.condition = branch.condition ? joined(ld::Formula::Kind::And, std::move(*branch.condition), std::move(here)) : std::move(here);
  }
  scope_.unbind(result.bound.size());
  result.branches.push_back(std::move(branch));
  return true;
}

}  // namespace parapet::cub
