// A path of the search tree as a schedule of the store-buffer machine: the firings, their processes, and when each executes and commits.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/term.h"

namespace parapet::search {

// A point of the execution; larger is later. Under the timeline engine firing j (counted from 1) is at instant 2j, 2j + 1 is between it and
// the next firing, and 1 is the beginning.
using Instant = std::uint32_t;

struct PathFiring {
  std::uint32_t transition = 0;   // index into le::System::transitions
  std::vector<TermId> processes;  // by parameter; Process(k) is process k of the path
  Instant execution = 0;
  Instant commit = 0;  // 0: it writes no weak location, or its writes reach memory when it executes
  // With a buffer per location: the weak cells whose writes stay in their buffers. All others are committed at `commit`.
  std::vector<TermId> delayed{};
};

// With a buffer per location: that of `process` and `cell` (invalid: of each cell) is committed from its oldest write on.
struct PathCommit {
  static constexpr std::uint32_t everything = UINT32_MAX;
  TermId process, cell;
  std::uint32_t until = everything;  // the index of the firing whose write is the last one
  Instant when = 0;
};

struct Path {
  std::uint32_t processes = 0;           // process variables; the processes that constants name are not counted
  std::vector<PathFiring> firings;       // in the order of the search, last fired last
  std::vector<PathCommit> commits;       // with a buffer per location; in any order
  std::uint32_t unsafe = 0;              // index into le::System::unsafes
  std::vector<TermId> unsafe_processes;  // by parameter
  bool possible = true;                  // false: its events cannot be ordered
  Instant end = UINT32_MAX;              // when the unsafe formula holds; UINT32_MAX: after all firings and commits
};

}  // namespace parapet::search
