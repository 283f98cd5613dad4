// A trace: a concrete execution of the forward machine (NOTE(machine)), with every initial value, process and chosen value, so that it can
// be replayed without a search or solver. Most traces are counterexamples: they end in an unsafe state.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logic/signature.h"
#include "logic/value.h"

namespace parapet {

using Process = std::uint32_t;  // 0 .. processes-1

// A variable, or one cell of an array: `cell` counts the process indices in row-major order, as in Trace::initial.
struct Location {
  SymbolId symbol;
  std::uint32_t cell = 0;
  friend auto operator<=>(const Location&, const Location&) = default;
};

struct TraceStep {
  enum class Kind : std::uint8_t {
    Fire,    // a transition executes
    Commit,  // the oldest buffered entry of processes[0], or of its buffer for `location`, reaches memory
  };
  Kind kind = Kind::Fire;
  std::uint32_t transition = 0;    // Fire: index into ld::Program::transitions
  std::vector<Process> processes;  // Fire: one per parameter
  // Fire: the value chosen by each Havoc assignment, in order of the assignments.
  std::vector<Value> havoc;
  std::optional<Location> location = std::nullopt;  // Commit: given iff each location has a buffer of its own
};

// Values of sort Proc: k in 0..processes-1 is process k, every other number denotes no process. The process order is the order of these
// numbers.
struct Trace {
  std::uint32_t processes = 0;
  std::vector<std::pair<std::uint32_t, Process>> constants;  // which process each `#n` of the model is
  // Initial values: initial[symbol][cell], cells of an array in row-major order of their process indices.
  std::vector<std::vector<Value>> initial;
  std::vector<TraceStep> steps;
  // An execution that is no counterexample has this number in the place of an unsafe formula.
  static constexpr std::uint32_t no_formula = UINT32_MAX;
  std::uint32_t unsafe = 0;               // index into ld::Program::unsafes, or no_formula
  std::vector<Process> unsafe_processes;  // one per parameter
  [[nodiscard]] bool violates() const { return unsafe != no_formula; }
};

}  // namespace parapet
