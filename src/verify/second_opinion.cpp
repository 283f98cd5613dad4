#include "verify/second_opinion.h"

#include <algorithm>

#include "coverage/small_instances.h"

namespace parapet::verify {
namespace {

constexpr std::uint64_t paranoid_states = 200'000;
// The bound on states of the search for a counterexample after a spurious path: enough to explore a small model completely.
constexpr std::uint64_t states_to_hunt = 20'000;

}  // namespace

SmallStates ask_small_instances(const ld::Program& program, const ld::MemoryModel& model, std::uint64_t states, bool paranoid,
                                Budget& budget) {
  SmallStates result;
  if (states == 0) return result;
  coverage::SmallInstanceLimits limits;
  limits.states = paranoid ? std::max(states, paranoid_states) : states;
  coverage::SmallInstances found = coverage::explore_small_instances(program, model, limits, budget);
  for (const auto& size : found.sizes) {
    result.states += size.states;
    if (size.complete) result.processes = size.processes;
  }
  // Under store buffers an execution can refute a trusted invariant without passing through a state that the invariant excludes: committing
  // its pending writes may lead to such a state. A verdict that rests on a false assumption claims nothing, so nothing is contradicted.
  if (found.unsafe && !found.excluded) throw Contradiction(std::move(*found.unsafe));
  result.false_assumption = std::move(found.excluded);
  result.explored = std::move(found);
  return result;
}

std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget) {
  coverage::SmallInstanceLimits limits;
  limits.states = states_to_hunt;
  return coverage::explore_small_instances(program, model, limits, budget).unsafe;
}

}  // namespace parapet::verify
