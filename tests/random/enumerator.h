// Explicit-state enumeration of a model with a fixed number of processes on the store-buffer machine: the oracle that verdicts are compared
// against. Shares no code with src/check and src/search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ld/program.h"
#include "ld/trace.h"

namespace parapet::test {

enum class Memory : std::uint8_t { Sc, Tso, Pso };

struct EnumLimits {
  unsigned buffer = 4;           // entries in one store buffer: of a process, or of a process and location
  int lowest = -3, highest = 5;  // numbers
  unsigned labels = 2;           // values of an abstract type, and proc values that are no process
  bool whole = false;            // go on after an unsafe state
  bool trusting = true;          // a state that violates an invariant of the model does not exist: neither unsafe nor followed
  std::size_t states = 200000;   // of one instance
};

struct EnumResult {
  enum class Verdict : std::uint8_t {
    Unsafe,   // with its trace, a shortest one
    Safe,     // every reachable state was visited
    Bounded,  // nothing unsafe found, but a limit was met
  };
  Verdict verdict = Verdict::Safe;
  std::optional<Trace> trace;
  bool complete = true;   // no limit was met before the end
  bool violated = false;  // some visited state, or one that was not followed for that reason, violates an invariant of the model
  std::size_t states = 0;
  std::vector<bool> fired;  // by transition: it did, in some visited state
};

// Exactly `processes` processes, at least 1, among them every one that a constant of the model names. If the model does not allow so many,
// or names more constants than that, it has no states: Safe.
[[nodiscard]] EnumResult enumerate(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits = {});

// For 1, 2, ..., `processes`: the first Unsafe; else Bounded if one is; else Safe.
[[nodiscard]] EnumResult enumerate_up_to(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits = {});

// Why the trace is no execution to an unsafe state, whatever invariants say; empty: it is one, or its numbers are beyond the enumerator.
[[nodiscard]] std::string refute(const ld::Program& program, Memory memory, const Trace& trace);

}  // namespace parapet::test
