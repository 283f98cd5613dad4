// Universal guards, and why a search may never answer SAFE.
//
// Backward, a universal guard is asked of the processes of the cube only. That is exact for a machine in which a process may *vanish* at
// any time: it fires nothing any more, no universal guard asks it, and it is no value of a parameter. (A process outside of the cube is one
// that has vanished when the guard is passed.) So if that machine reaches an unsafe state, backward search meets init on the same path or
// on one that covers it, and cannot close: SAFE is out of reach, whatever the model does.
//
// For the same reason a guessed invariant that this machine violates is always blamed, so candidates are better taken from its states: those
// in which a conjunction holds of processes that are present.
//
// The machine with vanishing processes is the machine of another program, over one more array V[proc], false at first:
//   vanish(p)         requires V[p] = False, sets V[p] to True
//   t(P), unsafe(P)   require V[p] = False of each p in P as well
//   forall q. F       becomes  forall q. V[q] = True || F,    exists q. F  becomes  exists q. V[q] = False && F
#pragma once

#include <cstdint>
#include <optional>

#include "base/budget.h"
#include "ld/program.h"

namespace parapet::search {

[[nodiscard]] bool has_universal_guard(const ld::Program& program);

// The program above.
struct VanishingProgram {
  ld::Program program;
  SymbolId vanished;  // V
};
[[nodiscard]] VanishingProgram with_vanishing(const ld::Program& program);

// The least number of processes, at most `most`, with which an unsafe state is reached, under SC, if processes may vanish. Nothing: none
// was found, within limits. States that a trusted invariant excludes are not followed.
[[nodiscard]] std::optional<std::uint32_t> unsafe_if_processes_vanish(const ld::Program& program, std::uint32_t most, Budget& budget);

}  // namespace parapet::search
