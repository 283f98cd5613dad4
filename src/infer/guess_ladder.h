// The number of processes of the instance that invariants are guessed from.
//
// A breadth-first exploration that a limit cuts is shallow, and shallower the larger the instance; an instance that is explored completely
// has all behaviours of that many processes. So instances of 2, 3, ... processes are explored as long as they are complete and small. The
// last complete one is used, or the first if it is cut. An exploration that is unlikely to become complete is ended early
// (GuessLimits::checkpoint): in a breadth-first exploration the share of waiting states falls towards the end. One more process seldom
// multiplies the number of states by more than `growth`, and where it does, few states are waiting at that point. The first instance ends
// at the number of states above which no larger one would be explored, if very many wait: then 30,000 states would not be all of them
// either, and most candidates are the same. It is explored further (`deepen`) when one of them was wrong, or
// the search with candidates has not closed with its first shares. Counterexamples are collected from every instance, since a universal guard may be satisfied with few processes
// only; no larger instance is explored once there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "infer/guess_instance.h"

namespace parapet::search {

struct Guesses {
  std::unique_ptr<GuessInstance> instance;  // null: no instance could be explored
  std::vector<Trace> hits;                  // to be replayed before UNSAFE is reported
  std::unique_ptr<GuessInstance> cut;       // the one with a process more, if its exploration was given up
  bool shallow = false;                     // `instance` was ended early, and can be explored further
};

// At most `processes` interchangeable processes; exactly that many if `fixed`.
[[nodiscard]] Guesses climb(const le::System& system, Budget* budget, std::uint32_t processes, bool fixed);

// The same instance as far as the limit of states allows, with its counterexamples.
[[nodiscard]] Guesses deepen(const le::System& system, Budget* budget, const GuessInstance& shallow);

// The instance with as many processes as `exact`, in which they may vanish (vanishing.h). Null: it cannot be explored completely.
struct VanishingGuesses {
  std::unique_ptr<const VanishingProgram> program;
  std::unique_ptr<GuessInstance> instance;
};
[[nodiscard]] VanishingGuesses with_vanishing(const le::System& system, Budget* budget, const GuessInstance& exact);

}  // namespace parapet::search
