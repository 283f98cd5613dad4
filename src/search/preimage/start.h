// The cubes the search starts from: the unsafe formulas, and, as cubes known to be unreachable, the user's invariants.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "memory/part.h"

namespace parapet::search {

struct Start {
  Cube cube;
  std::uint32_t unsafe = 0;       // index into the list
  std::vector<TermId> processes;  // by parameter
  bool reads = false;             // the formula does, even if the values of the name decide what
};

// For each formula and each way to map its parameters to distinct processes (constants of the model, or variables) the cubes that the weak
// part makes of it. All parameters are kept, used or not: they are processes that must exist.
[[nodiscard]] std::deque<Start> start_cubes(const MemoryPart& memory, const std::vector<le::UnsafeCube>& all);

// The cubes that the user's invariants exclude; they count as visited from the start.
//
// Memory. `i @ X` is the memory cell X here (le::translate). Under the timeline engine that is right for every cube, with snapshot reads or
// without: no step needs a snapshot that is not used up, so with a state its copy with empty queues is reachable too, which is a state of
// the store buffers with nothing in them. There everybody reads memory, and the invariant says that its formula does not hold. The
// event engine uses no invariant about weak locations while writes are delayed: its cubes hardly speak of memory as it is now. With delayed
// writes no such invariant is used either: a buffer cannot be emptied without changing memory, so the invariant says nothing of memory while
// writes are buffered.
//
// Parameters that no literal mentions. Literals with u of k parameters exclude a state if they hold for u of its processes and it has k
// processes. A cube with g processes may be covered if the u fit as usual and k <= max(g, 1): every system has a process. The cover test
// maps all k to different processes of the cube, which is the same but for k = 1, u = 0, g = 0: then the parameter is dropped. Where the
// model names a process by a constant, that one may be the only one: no variable is dropped, but the parameter may be the constant.
[[nodiscard]] std::deque<Start> trusted_cubes(const MemoryPart& memory);

}  // namespace parapet::search
