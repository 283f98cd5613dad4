// Assignments to several cells of one array in a transition.
//
// All values are those from before the firing, so `A[p] := s; A[q] := t` has a meaning only if A[p] and A[q] are different cells. Then it is
// the one assignment
//
//   A[j] := case | j = p : s | j = q : t
//
// by which LD expresses it: `j = p` holds for one cell, a cell that no condition selects is not written, and the values do not mention j.
// If the assignment to A[p] is itself a `case`, each of its conditions C becomes `j = p && C`; where none holds the cell stays as it is,
// since the conditions of the other cells exclude j = p. A branch whose value is A[p] itself keeps the cell; it becomes A[j], which keeps it
// too.
//
// Two cells are different if in some position their indices denote different processes: two parameters do, and so do two constants `#n`. A
// parameter and a constant may denote the same process.
#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/narrow.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"
#include "ld/text.h"

namespace parapet::cub {
namespace {

bool same_cell(const ld::Assignment& a, const ld::Assignment& b) {
  return std::equal(a.indices.begin(), a.indices.end(), b.indices.begin(), b.indices.end(),
                    [](const ld::Term& x, const ld::Term& y) { return ld::same(x, y); });
}

bool different_processes(const ld::Assignment& a, const ld::Assignment& b) {
  for (std::size_t k = 0; k < a.indices.size() && k < b.indices.size(); ++k) {
    if (a.indices[k].kind == b.indices[k].kind && !ld::same(a.indices[k], b.indices[k])) return true;
  }
  return false;
}

// "bound = indices", and the condition if there is one.
ld::Formula selected(const std::vector<ld::Variable>& bound, const ld::Assignment& cell, const std::optional<ld::Formula>& condition) {
  ld::Formula result = ld::made(ld::Formula::Kind::And, cell.range);
  for (std::size_t k = 0; k < bound.size(); ++k) {
    ld::Term variable = process_term(bound[k], cell.indices[k].range);
    result.args.push_back(ld::compared(ld::Comparison::Equal, std::move(variable), cell.indices[k], cell.range));
  }
  if (condition && condition->kind == ld::Formula::Kind::And) {
    result.args.insert(result.args.end(), condition->args.begin(), condition->args.end());
  } else if (condition) {
    result.args.push_back(*condition);
  }
  if (result.args.size() > 1) return result;
  ld::Formula only = std::move(result.args.front());
  return only;
}

void add_branches(const ld::Assignment& cell, ld::Assignment& joined) {
  if (cell.kind == ld::Assignment::Kind::Set) {
    joined.branches.push_back({selected(joined.bound, cell, std::nullopt), cell.value});
    return;
  }
  for (const ld::Branch& branch : cell.branches) {
    ld::Term value = branch.value;
    if (ld::keeps_cell(cell, value)) {
      for (std::size_t k = 0; k < value.args.size(); ++k) value.args[k] = process_term(joined.bound[k], value.args[k].range);
    }
    joined.branches.push_back({selected(joined.bound, cell, branch.condition), std::move(value)});
  }
}

}  // namespace

// Whether the assignments are to different cells of one array; if not, an error is reported.
bool Elaborator::different(const std::vector<ld::Assignment>& cells) {
  const Symbol& symbol = program_.signature[cells.front().symbol];
  const std::string name = quote(symbol.name);
  for (std::size_t k = 1; k < cells.size(); ++k) {
    const std::span<const ld::Assignment> before(cells.data(), k);
    const ld::Assignment& each = cells[k];
    const SourceRange target{each.range.begin, each.range.begin + narrow<std::uint32_t>(symbol.name.size())};
    const auto one_cell = [](const ld::Assignment& cell) { return !cell.indices.empty(); };
    if (!one_cell(each) || !std::ranges::all_of(before, one_cell)) {
      error(target, name + " is assigned twice in this transition",
            symbol.arity == 0 ? "" : "use one assignment with a case: " + symbol.name + "[j] := case | j = p : ... | ...");
      return false;
    }
    if (std::ranges::any_of(before, [&](const ld::Assignment& cell) { return same_cell(cell, each); })) {
      error(target, "this cell of " + name + " is assigned twice in this transition");
      return false;
    }
    if (!std::ranges::all_of(before, [&](const ld::Assignment& cell) { return different_processes(cell, each); })) {
      error(target, "a cell of " + name + " that may be the same one is assigned in this transition already",
            "a parameter and a constant `#n` can be the same process: use one assignment with a case: " + symbol.name +
                "[j] := case | j = p : ... | j = #1 : ...");
      return false;
    }
  }
  return true;
}

void Elaborator::assignments(const std::vector<AssignmentSyntax>& all, ld::Transition& transition) {
  std::vector<std::pair<SymbolId, std::vector<const AssignmentSyntax*>>> groups;  // in the order of their first assignments
  for (const AssignmentSyntax& each : all) {
    SymbolId symbol;
    if (!assignable(each.target, symbol)) continue;
    auto group = std::ranges::find_if(groups, [&](const auto& one) { return one.first == symbol; });
    if (group == groups.end()) group = groups.insert(groups.end(), {symbol, {}});
    group->second.push_back(&each);
  }
  for (const auto& [symbol, group] : groups) {
    // Variables are numbered in the order of the printed text. Nothing in an assignment to one cell binds a variable, so that the names
    // stay different from every visible one.
    const bool values = program_.signature[symbol].has_value_index();
    std::vector<ld::Variable> bound;
    for (std::uint32_t k = 0; !values && group.size() > 1 && k < program_.signature[symbol].arity; ++k) bound.push_back(scope_.bind("j"));
    scope_.unbind(bound.size());
    std::vector<ld::Assignment> before = std::exchange(transition.assignments, {});
    for (const AssignmentSyntax* each : group) assignment(*each, transition);
    std::vector<ld::Assignment> cells = std::exchange(transition.assignments, std::move(before));
    if (cells.empty()) continue;  // errors were reported
    // Cells whose index is a value stay assignments of their own; `assignment` has compared them.
    if (cells.size() == 1 || values) {
      std::ranges::move(cells, std::back_inserter(transition.assignments));
      continue;
    }
    if (!different(cells)) continue;
    ld::Assignment& joined = transition.assignments.emplace_back();
    joined.kind = ld::Assignment::Kind::Case;
    joined.symbol = symbol;
    joined.range = {cells.front().range.begin, cells.back().range.end};
    joined.bound = std::move(bound);
    for (const ld::Assignment& cell : cells) add_branches(cell, joined);
  }
}

}  // namespace parapet::cub
