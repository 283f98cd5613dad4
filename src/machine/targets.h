// Formulas about states that somebody looks for, for all choices of their processes: those of `unsafe` and of invariants.
#pragma once

#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "machine/domain.h"
#include "machine/instance.h"

namespace parapet::machine {

struct Target {
  std::uint32_t number = 0;  // in its list of declarations
  std::vector<Process> processes;
  GroundFormula formula;
};

// Those that are not false for any state.
template <class Declarations>
[[nodiscard]] std::vector<Target> targets_of(Instance& instance, const Declarations& declarations) {
  std::vector<Target> targets;
  for (std::size_t k = 0; k < declarations.size(); ++k) {
    each_tuple(instance.roster().processes, declarations[k].parameters, instance.budget(), [&](const std::vector<Process>& processes) {
      Target target{narrow<std::uint32_t>(k), processes, instance.formula(declarations[k], declarations[k].formula, processes)};
      if (target.formula.kind != GroundFormula::Kind::False) targets.push_back(std::move(target));
    });
  }
  return targets;
}

// The first target that holds in the state, for some values of its open cells, which are added to `given`; null: none. `all_tried` as in
// `possible`.
[[nodiscard]] const Target* find_possible(Instance& instance, const Domains& domains, const std::vector<Target>& targets,
                                          const State& state, std::vector<Write>& given, bool& all_tried);

// A target holds in the state whatever its open cells hold.
[[nodiscard]] bool certain(Instance& instance, const std::vector<Target>& targets, const State& state);

}  // namespace parapet::machine
