// Targets: the formulas of `unsafe` declarations and of invariants (both describe states that must not be reached), ground for every choice
// of their processes. Explored states are tested for them.
#pragma once

#include <cstdint>
#include <vector>

#include "base/narrow.h"
#include "machine/domain.h"
#include "machine/instance.h"

namespace parapet::machine {

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
