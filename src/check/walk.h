// A certificate against the machine: executions with a fixed number of processes must not enter its cubes.
#pragma once

#include <cstdint>
#include <string>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "logic/term.h"
#include "result/certificate.h"

namespace parapet::check {

struct WalkLimits {
  std::uint32_t processes = 2;
  std::uint64_t states = 100'000;  // to be met breadth first; beyond them, as many again on random walks
};

struct WalkResult {
  std::uint64_t initial = 0;  // initial states
  std::uint64_t states = 0;   // met, up to renaming of interchangeable processes
  std::uint64_t drained = 0;  // of them with empty buffers, held against the cubes
  std::uint64_t steps = 0;    // made on random walks
  std::size_t cubes = 0;      // that speak of such states
  bool exhaustive = false;    // these are all states that can be reached
  std::string defect;         // a state that lies in a cube; empty: none does
};

// The model has instances of that size: its constants need no more processes, and `number_procs` allows them. Throws machine::TooLarge.
[[nodiscard]] WalkResult walk(const ld::Program& program, const ld::MemoryModel& model, TermArena& arena, const Certificate& certificate,
                              const WalkLimits& limits, Budget& budget);

}  // namespace parapet::check
