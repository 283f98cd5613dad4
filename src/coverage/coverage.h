// Coverage: what the executions of small instances do, and what they never do.
//
// A SAFE verdict is about executions. If a transition cannot fire although its author believes it can, the verdict says less than the
// author reads into it. So the exploration of small instances (small_instances.h) also records
//   - for each transition, whether it fires, and the number of steps of a shortest execution that ends with such a firing;
//   - for each operand of a disjunction of its guard, whether it held when the transition fired;
//   - for each conjunct of an unsafe formula, whether some state satisfies it for some choice of the processes;
//   - for each name, whether a firing depended on an initial value of it that init leaves open;
//   - states in which no process can move: no transition can fire, and all store buffers are empty; or every step leads back to the same
//     state (processes that spin).
// All of this is about the explored executions. Where the exploration is not complete, `Size::cut` and `Size::complete` say so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/source.h"
#include "ld/program.h"
#include "ld/trace.h"

namespace parapet::coverage {

// A part of a formula, and whether an explored state satisfies it.
struct Part {
  std::string text;
  SourceRange range;
  bool seen = false;
};

struct TransitionCoverage {
  // By instance size: the number of steps, commits included, of a shortest execution that ends with a firing; none: it did not fire.
  std::vector<std::optional<std::uint64_t>> steps;
  std::vector<Part> branches;      // the operands of the disjunctions of its guard
  std::optional<Trace> execution;  // a shortest one for the smallest size, if asked for
  [[nodiscard]] bool fired() const;
};

struct UnsafeCoverage {
  std::vector<Part> conjuncts;
  std::size_t most = 0;  // conjuncts that one state satisfies together, for the same processes; counted if asked for
  bool reached = false;
};

// States in which no process can move.
struct StuckStates {
  std::uint64_t stopped = 0;        // no step is possible
  std::uint64_t spinning = 0;       // steps are possible, but they change nothing
  std::uint64_t expected = 0;       // of both kinds, states that the program expects; not counted above
  std::optional<Trace> stopped_at;  // a shortest execution to an unexpected one
  std::optional<Trace> spinning_at;
};

struct Coverage {
  std::vector<TransitionCoverage> transitions;  // as in the program
  std::vector<UnsafeCoverage> unsafes;          // as in the program
  StuckStates stuck;
  std::vector<bool> read_open;  // by symbol: a firing depended on an initial value that init leaves open
};

// The parts of the program, none of them seen yet.
[[nodiscard]] Coverage empty_coverage(const ld::Program& program);

// The operands of a conjunction, flattened; the formula itself if it is not a conjunction.
[[nodiscard]] std::vector<const ld::Formula*> conjuncts_of(const ld::Formula& formula);
// The operands of the disjunctions among the conjuncts of a guard.
[[nodiscard]] std::vector<const ld::Formula*> branches_of(const ld::Formula& guard);

}  // namespace parapet::coverage
