#include <algorithm>
#include <bit>

#include "search/guess/ground.h"

namespace parapet::search {
namespace {

constexpr std::size_t most_initial_states = 256;
constexpr std::size_t most_tried = 5'000'000;  // values of locations, on the way to them

bool is_number(const TermArena& arena, SortId sort) {
  const SortKind kind = arena.signature()[sort].kind;
  return kind == SortKind::Int || kind == SortKind::Real;
}

}  // namespace

// A location that some formula of init constrains, or that never changes, takes every value that the formulas on it alone allow (numbers:
// the smallest few); the others are open. Then the remaining formulas are tested.
std::vector<std::vector<Code>> Ground::initial_states() {
  constexpr int few_values = 4;
  constexpr std::uint64_t few_numbers = std::uint64_t{3} << -lowest_number;  // 0 and 1
  std::vector<std::uint64_t> allowed = domains_;
  std::vector<bool> constrained(cells_.size(), false);
  std::vector<TermId> formulas;
  for (const TermId formula : init_.formulas(variables_)) {
    const TermId atom = settled(formula);
    if (const auto test = arena_.is_atom(atom) ? compile(atom) : std::nullopt; test && test->kind == GroundTest::Kind::Member) {
      allowed[test->a] &= test->set;
      constrained[test->a] = true;
    } else {
      each_leaf(arena_, atom, [&](TermId leaf) {
        if (const auto at = location(leaf)) constrained[*at] = true;
      });
      formulas.push_back(atom);
    }
  }
  for (std::size_t k = 0; k < cells_.size(); ++k) {
    const bool number = is_number(arena_, arena_.sort(cells_[k]));
    const bool fixed = arena_.signature()[arena_.symbol(cells_[k])].constant;
    if (fixed && (number || std::popcount(domains_[k]) <= few_values)) constrained[k] = true;
    if (number && std::popcount(allowed[k]) > 2 && (allowed[k] & few_numbers) != 0) allowed[k] &= few_numbers;
    if (domains_[k] == 0) constrained[k] = false;
  }
  std::vector<std::vector<Code>> states;
  std::size_t tried = 0;
  std::vector<Code> state(cells_.size(), any_value);
  const auto satisfied = [&](auto&& self, TermId formula) -> bool {
    const auto args = std::vector<TermId>(arena_.args(formula).begin(), arena_.args(formula).end());
    if (arena_.op(formula) == Op::And) return std::all_of(args.begin(), args.end(), [&](TermId arg) { return self(self, arg); });
    if (arena_.op(formula) == Op::Or) return std::any_of(args.begin(), args.end(), [&](TermId arg) { return self(self, arg); });
    const auto test = compile(formula);
    return !test || holds(*test, state.data());
  };
  const auto choose = [&](auto&& self, std::size_t k) -> void {
    spend();
    if (states.size() >= most_initial_states || ++tried > most_tried) return;
    if (k == cells_.size()) {
      if (std::all_of(formulas.begin(), formulas.end(), [&](TermId f) { return satisfied(satisfied, f); }) && admits(state.data()))
        states.push_back(state);
      return;
    }
    if (!constrained[k]) {
      self(self, k + 1);
      return;
    }
    for (Code value = 0; value < any_value; ++value) {
      if ((allowed[k] >> value & 1) == 0) continue;
      state[k] = value;
      self(self, k + 1);
    }
    state[k] = any_value;
  };
  choose(choose, 0);
  return states;
}

}  // namespace parapet::search
