// Explicit-state enumeration of a model with a fixed number of processes on the store-buffer machine: the oracle that verdicts are compared
// against. Shares no code with src/check and src/search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "ld/program.h"
#include "result/trace.h"

namespace parapet::test {

enum class Memory : std::uint8_t { Sc, Tso };

struct EnumLimits {
  unsigned buffer = 4;           // entries in one process's store buffer
  int lowest = -3, highest = 5;  // numbers
  unsigned labels = 2;           // values of an abstract type, and proc values that are no process
  bool whole = false;            // go on after an unsafe state
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
  bool complete = true;  // no limit was met before the end
  std::size_t states = 0;
  std::vector<bool> fired;  // by transition: it did, in some visited state
};

// Exactly `processes` processes, at least 1. If the model does not allow so many, or names more constants than that, it has no states:
// Safe.
[[nodiscard]] EnumResult enumerate(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits = {});

// For 1, 2, ..., `processes`: the first Unsafe; else Bounded if one is; else Safe.
[[nodiscard]] EnumResult enumerate_up_to(const ld::Program& program, unsigned processes, Memory memory, const EnumLimits& limits = {});

}  // namespace parapet::test
