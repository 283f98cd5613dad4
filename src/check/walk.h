// `certify --machine`: executions of the machine with a fixed number of processes are tested against the cubes of a certificate.
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
  std::uint64_t states = 100'000;  // in breadth-first order; then as many steps on random walks
};

struct WalkResult {
  std::uint64_t initial = 0;  // initial states
  std::uint64_t states = 0;   // visited, up to renaming of interchangeable processes
  std::uint64_t drained = 0;  // of these, states with empty buffers, which were tested against the cubes
  std::uint64_t steps = 0;    // steps of random walks
  std::size_t cubes = 0;      // cubes that are sets of such states
  bool exhaustive = false;    // every reachable state was visited
  std::string defect;         // describes a reached state that lies in a cube; empty: there is none
};

// The model must have an instance of that size (machine::roster_of). Throws machine::TooLarge.
[[nodiscard]] WalkResult walk(const ld::Program& program, const ld::MemoryModel& model, TermArena& arena, const Certificate& certificate,
                              const WalkLimits& limits, Budget& budget);

}  // namespace parapet::check
