// Why a counterexample exists: whether the memory model is needed for it and, if so, which reads or writes overtook which writes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "ld/trace.h"
#include "result/account.h"

namespace parapet::check {

// A place of program order that the memory model does not keep and on which the execution rests: a firing wrote, and a later firing of the
// same process could execute, or with a store buffer per location its write could reach memory, before that write was in memory.
struct Overtaken {
  std::size_t write = 0;                 // the Fire step that wrote
  std::optional<std::size_t> execution;  // the Fire step that overtakes the write; none: the end, where the unsafe formula reads
  std::vector<WriteAccount> writes;      // the writes that matter
  std::vector<ReadAccount> reads;        // the reads that overtake; empty: plain accesses, or `overtaking`
  std::vector<WriteAccount> overtaking;  // the writes of `execution` that overtake; empty: its execution does
  bool happened = true;                  // false: in this trace the order is that of the program, but nothing requires it
};

struct Why {
  enum class Kind : std::uint8_t {
    AlsoUnderSc,  // the same execution exists under SC, with the same values read: it does not depend on the memory model
    Overtaken,    // it does not, because of `overtaken`: the order of these pairs together, which fences would keep, excludes it
    Unexplained,
  };
  Kind kind = Kind::Unexplained;
  std::vector<Overtaken> overtaken;
};

// `account` covers all steps of the trace, as `replay` returns it under `model`.
[[nodiscard]] Why explain(const ld::Program& program, const Trace& trace, const Account& account, const ld::MemoryModel& model,
                          Budget& budget);

}  // namespace parapet::check
