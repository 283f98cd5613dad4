// A second opinion on the search: small instances are explored forward on src/machine, before Safe is reported and when the search found
// only spurious paths. The exploration does not use the translation to LE, which the search and the check of its certificate have in
// common.
#pragma once

#include <optional>

#include "base/contract.h"
#include "result/trace.h"
#include "verify/verify.h"

namespace parapet::verify {

// The search reports Safe, but this execution reaches an unsafe state.
class Contradiction : public InternalError {
 public:
  explicit Contradiction(Trace found)
      : InternalError("the search and the exploration of small instances contradict each other"), trace(std::move(found)) {}
  Trace trace;
};

// The check before Safe is reported. Throws Contradiction and BudgetExhausted.
[[nodiscard]] SmallStates ask_small_instances(const ld::Program& program, const ld::MemoryModel& model, std::uint64_t states, bool paranoid,
                                              Budget& budget);

// A counterexample of a small instance, if one is found within a bound on the number of states.
[[nodiscard]] std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget);

}  // namespace parapet::verify
