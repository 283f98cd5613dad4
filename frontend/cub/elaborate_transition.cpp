// Elaboration of transitions: guards, assignments, `case`, `let`.
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {

void Elaborator::transition(const TransitionSyntax& syntax) {
  ld::Transition result;
  result.name = syntax.name.text;
  result.range = syntax.range;
  result.line = line_of(syntax.range.begin);
  result.accepted_atomic = syntax.accepted_atomic;
  declaration_ = &result;
  actor_missed_ = false;
  scope_.open(result);
  parameters(syntax.parameters, true, result);
  if (syntax.actor) {
    const auto meaning = scope_.find(syntax.parameters[*syntax.actor].text);
    if (const auto* variable = std::get_if<ld::Variable>(&meaning)) result.actor = *variable;
  }
  actor_ = result.actor;
  if (syntax.guard) {
    place_ = Place::Guard;
    result.guard = formula(*syntax.guard, {});
  }
  place_ = Place::Value;
  for (const LetSyntax& let : syntax.lets) {
    auto bound = term(let.value);
    if (!bound) return;  // the error in the value is reported; uses of the name would only repeat it
    std::string name = scope_.bind_let(let.name.text, *bound);
    result.lets.push_back({std::move(name), std::move(*bound)});
  }
  assignments(syntax.assignments, result);
  program_.transitions.push_back(std::move(result));
}

bool Elaborator::assignable(const Name& target, SymbolId& symbol) {
  const Entity* const found = entity(target);
  if (found == nullptr) return false;
  if (!found->symbol) {
    error(target.range, "the constructor " + quote(target.text) + " cannot be assigned");
    return false;
  }
  symbol = *found->symbol;
  if (!program_.signature[symbol].constant) return true;
  error(target.range, "the constant " + quote(target.text) + " cannot be assigned", "declare it with `var` or `array`");
  return false;
}

void Elaborator::assignment(const AssignmentSyntax& syntax, ld::Transition& transition) {
  ld::Assignment result;
  result.kind = syntax.kind;
  result.range = syntax.range;
  result.line = line_of(syntax.range.begin);
  result.symbol = *entities_.at(syntax.target.text).symbol;
  if (!needs_actor(result.symbol, syntax.target.range)) return;
  if (const Entity* const source = copied_array(syntax)) {
    if (copy(syntax, *source, result)) transition.assignments.push_back(std::move(result));
    return;
  }
  if (assigns_nested(syntax, result.symbol) && syntax.indices.size() == program_.signature[result.symbol].arity) {
    if (nested_cell(syntax, result)) transition.assignments.push_back(std::move(result));
    return;
  }
  if (!indices(syntax, result)) return;
  if (syntax.kind == ld::Assignment::Kind::Set) result.value = value(syntax.value, result.symbol);
  for (const BranchSyntax& branch : syntax.branches) {
    ld::Branch& added = result.branches.emplace_back();
    if (branch.condition) {
      place_ = Place::CaseCondition;
      added.condition = formula(*branch.condition, {});
      place_ = Place::Value;
    }
    added.value = value(branch.value, result.symbol);
  }
  scope_.unbind(result.bound.size());
  warn_weak_index(syntax, result);
  for (const ld::Assignment& earlier : transition.assignments) {
    const bool values = program_.signature[result.symbol].has_value_index();  // cells of processes: join_cells
    if (values && earlier.symbol == result.symbol && !different_cells(syntax, earlier, result)) return;
  }
  transition.assignments.push_back(std::move(result));
}

const Entity* Elaborator::copied_array(const AssignmentSyntax& syntax) const {
  if (syntax.kind != ld::Assignment::Kind::Set || !syntax.indices.empty()) return nullptr;
  if (syntax_[syntax.value].kind != NodeKind::UpperName) return nullptr;
  const auto is_array = [&](const Entity& entity) { return entity.symbol && program_.signature[*entity.symbol].arity != 0; };
  const auto source = entities_.find(syntax_.name_of(syntax_[syntax.value]).text);
  const bool arrays = source != entities_.end() && is_array(source->second) && is_array(entities_.at(syntax.target.text));
  return arrays ? &source->second : nullptr;
}

bool Elaborator::copy(const AssignmentSyntax& syntax, const Entity& source, ld::Assignment& result) {
  const Symbol& target = program_.signature[result.symbol];
  const Symbol& copied = program_.signature[*source.symbol];
  const SourceRange range = syntax_[syntax.value].range;
  const SortId sort = entities_.at(target.name).sort;
  if (!sort.valid() || !source.sort.valid()) return false;  // the unknown type is reported at the declaration
  if (target.arity != copied.arity) {
    error(range, "a whole array takes an array with as many indices: " + quote(target.name) + " has " + std::to_string(target.arity) +
                     ", " + quote(copied.name) + " " + std::to_string(copied.arity));
    return false;
  }
  for (std::uint32_t k = 0; k < target.arity; ++k) {
    if (target.index_sort(k) == copied.index_sort(k)) continue;
    error(range, "the arrays have indices of different types: " + quote(target.name) + " of type " + sort_name(target.index_sort(k)) +
                     ", " + quote(copied.name) + " of type " + sort_name(copied.index_sort(k)));
    return false;
  }
  if (sort != source.sort) {
    error(range, quote(target.name) + " is of type " + sort_name(sort) + ", " + quote(copied.name) + " of type " + sort_name(source.sort));
    return false;
  }
  if (!needs_actor(*source.symbol, range)) return false;
  result.value.kind = ld::Term::Kind::Access;
  result.value.sort = sort;
  result.value.range = range;
  result.value.index = source.symbol->value;
  for (std::uint32_t k = 0; k < target.arity; ++k) {
    const SortId index_sort = target.index_sort(k);
    const ld::Variable variable = scope_.bind("k", index_sort);
    result.bound.push_back(variable);
    ld::Term& index = result.value.args.emplace_back();
    index.kind = index_sort == Signature::proc ? ld::Term::Kind::Process : ld::Term::Kind::Value;
    index.sort = index_sort;
    index.range = range;
    index.index = variable;
  }
  scope_.unbind(target.arity);
  return true;
}

bool Elaborator::indices(const AssignmentSyntax& syntax, ld::Assignment& result) {
  const Symbol& symbol = program_.signature[result.symbol];
  if (syntax.indices.size() != symbol.arity) {
    const SourceRange range{syntax.target.range.begin,
                            syntax.indices.empty() ? syntax.target.range.end : syntax_[syntax.indices.back()].range.end};
    error(range, arity_error(symbol, syntax.indices.size()));
    return false;
  }
  if (syntax.kind == ld::Assignment::Kind::Case && symbol.arity != 0) return case_indices(syntax, result);
  return given_indices(syntax, result);
}

bool Elaborator::given_indices(const AssignmentSyntax& syntax, ld::Assignment& result) {
  bool right = true;
  for (std::size_t k = 0; k < syntax.indices.size(); ++k) {
    auto found = index(syntax.indices[k], program_.signature[result.symbol], k, std::nullopt);
    right = right && found.has_value();
    if (found) result.indices.push_back(std::move(*found));
  }
  return right;
}

// `A[j] := case ...` with new names assigns every cell; `A[p] := case ...` with parameters and constants one cell.
bool Elaborator::case_indices(const AssignmentSyntax& syntax, ld::Assignment& result) {
  const Symbol& symbol = program_.signature[result.symbol];
  // The name of a `let` is an index where values are, and hidden by a new name where processes are.
  const auto is_new = [&](NodeId index) {
    if (syntax_[index].kind != NodeKind::LowerName) return false;
    const Scope::Meaning meaning = scope_.find(syntax_.name_of(syntax_[index]).text);
    return symbol.has_value_index() ? std::holds_alternative<std::monostate>(meaning) : !std::holds_alternative<ld::Variable>(meaning);
  };
  const auto fresh = std::count_if(syntax.indices.begin(), syntax.indices.end(), is_new);
  if (fresh == 0) return symbol.has_value_index() ? given_indices(syntax, result) : cell_of_case(syntax, result);
  if (fresh != static_cast<std::ptrdiff_t>(syntax.indices.size())) {
    error(syntax.range, "the indices of a `case` are all new names, for every cell, or none is, for one cell",
          "use new names only, and compare them with the parameters in the conditions");
    return false;
  }
  std::unordered_set<std::string_view> seen;
  for (const NodeId index : syntax.indices) {
    const Name name = syntax_.name_of(syntax_[index]);
    if (seen.insert(name.text).second) continue;
    error(name.range, "the index " + quote(name.text) + " is repeated", "use two names and compare them in the conditions");
    return false;
  }
  for (std::size_t k = 0; k < syntax.indices.size(); ++k) {
    result.bound.push_back(scope_.bind(syntax_.name_of(syntax_[syntax.indices[k]]).text, symbol.index_sort(k)));
  }
  return true;
}

bool Elaborator::cell_of_case(const AssignmentSyntax& syntax, ld::Assignment& result) {
  bool parameter = false;
  for (const NodeId index : syntax.indices) {
    auto found = process(index, "an index");
    if (!found) return false;
    parameter = parameter || found->kind == ld::Term::Kind::Process;
    result.indices.push_back(std::move(*found));
  }
  const Symbol& symbol = program_.signature[result.symbol];
  if (symbol.weak && parameter) {
    warning("rebound-index", syntax.range, "this assigns one cell of " + quote(symbol.name) + "; Cubicle-W would assign every cell",
            "for every cell take a new name: " + quote(symbol.name + "[j] := case | ..."));
  }
  return true;
}

ld::Term Elaborator::value(NodeId node, SymbolId target) {
  const Entity& assigned = entities_.at(program_.signature[target].name);
  auto result = term_of(node, assigned.sort);
  if (!result) return {};
  if (assigned.sort.valid() && result->sort != assigned.sort) {
    error(syntax_[node].range,
          quote(program_.signature[target].name) + " is of type " + sort_name(assigned.sort) + ", " + written(node) + " of type " +
              sort_name(result->sort),
          literal_hint(node, assigned.sort));
    return {};
  }
  return std::move(*result);
}

}  // namespace parapet::cub
