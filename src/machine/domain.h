// The values that the machine tries where the program leaves a value open: initial values that init does not fix, and assignments of an
// arbitrary value (`?`).
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "machine/instance.h"

namespace parapet::machine {

struct DomainLimits {
  std::size_t numbers = 12;
  std::size_t labels = 3;     // of an abstract type
  std::size_t strangers = 3;  // values of sort proc that denote no process
  std::int64_t range = 0;     // the numbers below it, from 0 on, beyond `numbers`
};

// The values of each sort. An enumeration has all its constructors; sort proc has every process and some values that denote no process. An
// abstract type and the numbers have infinitely many values: a finite selection is tried, and numbers near those in the text come first.
class Domains {
 public:
  Domains(Instance& instance, const DomainLimits& limits);

  [[nodiscard]] const std::vector<Code>& of(SymbolId symbol) const { return values_[sort_of_[symbol.index()]]; }
  // of(symbol) has every value, up to a renaming of values that no formula of the program tells apart.
  [[nodiscard]] bool complete(SymbolId symbol) const { return complete_[sort_of_[symbol.index()]]; }

 private:
  std::vector<std::size_t> sort_of_;       // by symbol
  std::vector<std::vector<Code>> values_;  // by sort
  std::vector<bool> complete_;
};

// Whether some values of the open cells of a state make `test` true. If so, the values of the open cells that the test read are added to
// `given`. `test(state, open)` returns a Truth and, with Truth::Open, sets `open` to a cell that the truth depends on. `all_tried` becomes
// false if no tried value makes the test true and some cell has values that were not tried: the answer false is then not conclusive.
template <class Test>
bool possible(const Instance& instance, const Domains& domains, const State& state, std::vector<Write>& given, bool& all_tried,
              const Test& test) {
  Location open = 0;
  const Truth truth = test(state, open);
  if (truth != Truth::Open) return truth == Truth::True;
  State known = state;
  const SymbolId symbol = instance.layout().symbol(open);
  for (const Code value : domains.of(symbol)) {
    known.cells[open] = value;
    given.push_back({open, value});
    if (possible(instance, domains, known, given, all_tried, test)) return true;
    given.pop_back();
  }
  all_tried = all_tried && domains.complete(symbol);
  return false;
}

// Whether some formula compares processes by the process order; if so, they are not interchangeable.
[[nodiscard]] bool compares_processes(const ld::Program& program);

// The initial states of an instance (initial.cpp).
struct Initial {
  std::vector<State> states;
  bool complete = true;  // every initial state is one of these, up to the values of their open cells
};

// At most `most` of them. The locations in `closed` are not open in any of them.
[[nodiscard]] Initial initial_states(Instance& instance, const Domains& domains, const std::vector<Location>& closed, std::size_t most);

// A conjunct of the init formula for one assignment of processes to the parameters that it mentions.
struct InitConjunct {
  const ld::Formula* text = nullptr;
  std::vector<std::pair<ld::Variable, Process>> parameters;
  GroundFormula formula;
};

// The init formula for all values of its parameters, as a conjunction.
[[nodiscard]] std::vector<InitConjunct> ground_init(Instance& instance);

// Targets: the formulas of `unsafe` declarations and of invariants (both describe states that must not be reached), ground for every choice
// of their processes. Explored states are tested for them.
struct Target {
  std::uint32_t number = 0;  // index in the list of declarations
  std::vector<Process> processes;
  GroundFormula formula;
};

// The targets of these declarations, without those that constants make false.
template <class Declarations>
[[nodiscard]] std::vector<Target> targets_of(Instance& instance, const Declarations& declarations) {
  std::vector<Target> targets;
  for (std::size_t k = 0; k < declarations.size(); ++k) {
    each_distinct_tuple(
        instance.roster().processes, declarations[k].parameters, instance.budget(), [&](const std::vector<Process>& processes) {
          Target target{narrow<std::uint32_t>(k), processes, instance.formula(declarations[k], declarations[k].formula, processes)};
          if (target.formula.kind != GroundFormula::Kind::False) targets.push_back(std::move(target));
        });
  }
  return targets;
}

// The first target that holds in the state for some values of its open cells; these values are added to `given`. Null: there is none.
// `all_tried` as in `possible`.
[[nodiscard]] const Target* find_possible(Instance& instance, const Domains& domains, const std::vector<Target>& targets,
                                          const State& state, std::vector<Write>& given, bool& all_tried);

// Whether some target holds in the state for all values of its open cells.
[[nodiscard]] bool certain(Instance& instance, const std::vector<Target>& targets, const State& state);

}  // namespace parapet::machine
