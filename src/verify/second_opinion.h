// Small instances, explored forward on the machine (src/machine), beside the search: against a Safe, and where the search has only spurious
// traces. The exploration knows nothing of the translation, which search and certificate share.
#pragma once

#include <optional>

#include "base/contract.h"
#include "result/trace.h"
#include "verify/verify.h"

namespace parapet::verify {

// The search says Safe, and this execution reaches an unsafe state.
class Contradiction : public InternalError {
 public:
  explicit Contradiction(Trace found)
      : InternalError("the search and the exploration of small instances contradict each other"), trace(std::move(found)) {}
  Trace trace;
};

// Before Safe is said. Throws Contradiction, and BudgetExhausted.
[[nodiscard]] SmallStates ask_small_instances(const ld::Program& program, const ld::MemoryModel& model, std::uint64_t states, bool paranoid,
                                              Budget& budget);

// A counterexample in a small instance; nothing if none is found within a bound on states.
[[nodiscard]] std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget);

}  // namespace parapet::verify
