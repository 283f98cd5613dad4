// A second opinion that shares nothing with the search: small instances, explored forward.
//
// A SAFE verdict rests on the translation to events, on the search and, if it is asked for, on a checker that takes the same translation.
// So instances with 1, 2 and 3 processes are explored on the machine, which is written on LD from the definition of the language
// (NOTE(machine)), all initial values included, up to a number of states. An unsafe state found there contradicts the verdict; finding none
// proves nothing about larger instances.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "result/trace.h"

namespace parapet::check {

struct SmallInstanceLimits {
  std::uint32_t processes = 3;  // the largest instance; more where constants name more
  std::uint64_t states = 2000;  // of all instances together
};

struct SmallInstances {
  struct Size {
    std::uint32_t processes = 0;
    std::uint64_t initial = 0;
    std::uint64_t states = 0;  // up to renaming of interchangeable processes
    bool complete = false;     // these are all that can be reached
  };
  std::vector<Size> sizes;
  std::optional<Trace> unsafe;  // an execution that ends in an unsafe state, a shortest one for its number of processes
  // An execution that ends in a state which a trusted invariant excludes; Trace::unsafe is the number of the invariant. States behind such
  // a state are not looked at.
  std::optional<Trace> excluded;
  std::string skipped;  // why there is nothing, where an instance is too large to be laid out; empty otherwise
};

[[nodiscard]] SmallInstances explore_small_instances(const ld::Program& program, const ld::MemoryModel& model,
                                                     const SmallInstanceLimits& limits, Budget& budget);

}  // namespace parapet::check
