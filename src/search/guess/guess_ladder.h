// How many processes the instance has that invariants are guessed from.
//
// A breadth-first exploration that a limit cuts is shallow, and the larger the instance the shallower it is; a smaller instance that was
// explored to its end knows everything about so many processes. So the ladder begins with two processes and goes up as long as the instance
// is complete; the last complete one is used, or the first if it is cut. A rung that is not likely to become complete is left early: one process
// more seldom multiplies the states by more than `growth`, and if it does so, few of them wait to be followed by then. Counterexamples are
// taken from every rung, since a universal guard may ask for few processes; one that meets any is the last.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/guess/guess_instance.h"

namespace parapet::search {

struct Guesses {
  std::unique_ptr<GuessInstance> instance;  // null: none can be explored
  std::vector<Trace> hits;                  // whoever says UNSAFE replays them first
};

// At most so many interchangeable processes, exactly so many if `fixed`.
[[nodiscard]] Guesses climb(const Context& context, std::uint32_t processes, bool fixed);

}  // namespace parapet::search
