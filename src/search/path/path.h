// A path of the search tree as one execution: which firings, by which processes, and when each read was made.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/term.h"

namespace parapet::search {

// Instants are counted along the execution. Under the timeline engine: firing j (from 1) happens at 2j; 2j + 1 is between it and the next
// one; 1 is the beginning.
using Instant = std::uint32_t;

struct PathFiring {
  std::uint32_t transition = 0;   // index into le::System::transitions
  std::vector<TermId> processes;  // by parameter; Process(k) is process k of the path
  Instant execution = 0;
  Instant commit = 0;  // 0: it writes no weak location, or at its execution
};

struct Path {
  std::uint32_t processes = 0;           // variables; the constants of the model come on top
  std::vector<PathFiring> firings;       // in the order of the search, last fired last
  std::uint32_t unsafe = 0;              // index into le::System::unsafes
  std::vector<TermId> unsafe_processes;  // by parameter
  bool possible = true;                  // false: its events cannot be ordered
  Instant end = UINT32_MAX;              // when unsafe holds; UINT32_MAX: after all of it
};

}  // namespace parapet::search
