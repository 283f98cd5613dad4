// `count (q) { F }`: the number of processes q for which F holds.
//
// F speaks of the plain cells of q alone, of enumerations and bool, and of which process q is. So whether q is counted is a function of
// finitely many values of its own cells (its type, le/counts.h) and of finitely many comparisons with processes around the count.
// Weak names are refused because how many flags are up depends on who looks.
#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {
namespace {

constexpr std::size_t most_values = 64;

bool mentions(const ld::Formula& formula, ld::Variable variable);

bool mentions(const ld::Term& term, ld::Variable variable) {
  if (term.kind == ld::Term::Kind::Process && term.index == variable) return true;
  for (const ld::Term& arg : term.args) {
    if (mentions(arg, variable)) return true;
  }
  return false;
}

bool mentions(const ld::Formula& formula, ld::Variable variable) {
  for (const ld::Term& term : formula.terms) {
    if (mentions(term, variable)) return true;
  }
  for (const ld::Formula& arg : formula.args) {
    if (mentions(arg, variable)) return true;
  }
  return false;
}

}  // namespace

std::optional<ld::Term> Elaborator::count(const Node& node) {
  if (place_ == Place::Guard || place_ == Place::CaseCondition || place_ == Place::Value) {
    error(node.range, "a count cannot be read by a step",
          "test everybody with `forall_other q. not (...)`, or keep a counter of the program's own");
    return std::nullopt;
  }
  if (place_ == Place::Count) {
    error(node.range, "a count cannot be inside a count");
    return std::nullopt;
  }
  const auto parts = syntax_.children_of(node);
  const Name name = syntax_.name_of(syntax_[parts[0]]);
  const Scope::Meaning meaning = scope_.find(name.text);
  if (const auto* const known = std::get_if<ld::Variable>(&meaning); known != nullptr && *known < declaration_->parameters) {
    error(name.range, "the name " + quote(name.text) + " is a parameter already", "choose another name");
    return std::nullopt;
  }
  ld::Term result;
  result.kind = ld::Term::Kind::Count;
  result.sort = Signature::integer;
  result.range = node.range;
  result.index = scope_.bind(name.text);
  const Place place = place_;
  place_ = Place::Count;
  counted_ = result.index;
  without_index_.reset();
  const std::size_t errors = diagnostics_.errors();
  result.body.push_back(formula(parts[1], {}));
  place_ = place;
  counted_.reset();
  scope_.unbind(1);
  if (diagnostics_.errors() != errors) return std::nullopt;
  if (!mentions(result.body[0], result.index)) {
    error(node.range, "the count does not depend on " + quote(name.text));
    return std::nullopt;
  }
  if (without_index_) {
    const std::string variable = quote(program_.signature[without_index_->first].name);
    error(without_index_->second, "a count is over cells of its own process: " + variable + " has no index",
          "compare " + variable + " outside the count");
    return std::nullopt;
  }
  return result;
}

// A cell without an index is an error too, reported when the whole formula is known: the count may not depend on its process at all, or
// compare numbers.
bool Elaborator::countable(const Node& node, SymbolId cell, const Node* reader, std::span<const NodeId> indices) {
  const Symbol& symbol = program_.signature[cell];
  if (symbol.weak || reader != nullptr) {
    error(node.range, "counts are over plain cells", "count the location that a process has when it has written " + quote(symbol.name));
    return false;
  }
  for (const NodeId index : indices) {
    const auto process = this->process(index, "an index");
    if (!process) return false;
    if (process->kind == ld::Term::Kind::Process && process->index == *counted_) continue;
    error(syntax_[index].range, "the only index in a count is its own process " + quote(declaration_->variables[*counted_]));
    return false;
  }
  if (indices.empty() && !without_index_) without_index_.emplace(cell, node.range);
  return true;
}

bool Elaborator::countable(const ld::Formula& comparison) {
  const Sort& sort = program_.signature[comparison.terms[0].sort];
  const bool equality = comparison.comparison == ld::Comparison::Equal || comparison.comparison == ld::Comparison::Different;
  if (sort.kind == SortKind::Enum && sort.constructors.size() <= most_values) return true;
  if (sort.kind == SortKind::Proc && equality && comparison.terms[0].is_process() && comparison.terms[1].is_process()) return true;
  if (without_index_ && !mentions(comparison, *counted_)) return true;  // reported by `count`
  if (sort.kind == SortKind::Enum) {
    error(comparison.range, "counts are over enumerations with at most " + std::to_string(most_values) + " values");
  } else {
    error(comparison.range, "counts are over enumerations and bool",
          sort.kind == SortKind::Proc ? "processes are compared with = and <> only" : "");
  }
  return false;
}

}  // namespace parapet::cub
