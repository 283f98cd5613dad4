// A certificate against the real machine: executions on store buffers, with a fixed number of processes, must not enter its cubes.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "le/system.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

struct WalkLimits {
  std::uint32_t processes = 2;
  std::uint64_t states = 100'000;         // to be met breadth first; beyond them, as many again on random walks
  std::chrono::duration<double> time{0};  // 0: no limit
};

struct WalkResult {
  std::uint64_t initial = 0;  // initial states tried
  std::uint64_t states = 0;   // met
  std::uint64_t drained = 0;  // of them with empty buffers, held against the cubes
  bool exhaustive = false;    // these are all that can be reached from them
  std::string defect;         // a state that lies in a cube; empty: none does
};

// `system`: of the model, under the memory model of the certificate. No initial state with so many processes: nothing is met.
[[nodiscard]] WalkResult walk(const le::System& system, TermArena& arena, const Certificate& certificate, smt::Solver& solver,
                              const WalkLimits& limits);

}  // namespace parapet::check
