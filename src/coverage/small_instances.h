// Exploration of small instances: a check of the verdict that shares no code with the search, and the source of coverage (coverage.h).
//
// A SAFE verdict rests on the translation to LE, on the search and, if asked for, on the checker of certificates, which uses the same
// translation. So instances with 1, 2 and 3 processes are explored forward on the machine, which implements the definition of the language
// on LD (NOTE(machine)), from all initial states up to a bound on states. An unsafe state found there contradicts the verdict; finding none
// proves nothing about larger instances.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "coverage/coverage.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "ld/trace.h"

namespace parapet::coverage {

struct SmallInstanceLimits {
  std::uint32_t processes = 3;  // of the largest instance; more if constants name more
  std::uint64_t states = 2000;  // of all instances together
  bool stop_at_unsafe = true;   // do not explore beyond the first unsafe state
  bool executions = false;      // record an execution for each transition
};

struct SmallInstances {
  struct Size {
    std::uint32_t processes = 0;
    std::uint64_t initial = 0;
    std::uint64_t states = 0;  // up to renaming of interchangeable processes
    bool complete = false;     // every reachable state was explored
    bool cut = false;          // the bound on states ended the exploration; false and not complete: only the length of store buffers or
                               // the values tried for open cells and numbers were bounded
  };
  std::vector<Size> sizes;
  std::optional<Trace> unsafe;  // an execution that ends in an unsafe state, a shortest one for its number of processes
  // An execution that ends in a state which a trusted invariant excludes; Trace::unsafe is the number of the invariant. The successors of
  // such a state are not explored.
  std::optional<Trace> excluded;
  std::string skipped;  // why an instance was not explored, if it is too large; empty otherwise
  Coverage coverage;    // of the explored executions; sizes as in `sizes`
};

[[nodiscard]] SmallInstances explore_small_instances(const ld::Program& program, const ld::MemoryModel& model,
                                                     const SmallInstanceLimits& limits, Budget& budget);

}  // namespace parapet::coverage
