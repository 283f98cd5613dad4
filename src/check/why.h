// Why a counterexample exists: whether the memory model is needed for it and, if so, which reads overtook which writes.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "result/account.h"
#include "result/trace.h"

namespace parapet::check {

// A firing wrote, and a later firing of the same process executed before that write was in memory.
struct Overtaken {
  std::size_t write = 0;  // the Fire step that wrote
  std::optional<std::size_t>
      execution;                     // the Fire step that executed earlier than the write; none: the end, where the unsafe formula reads
  std::vector<WriteAccount> writes;  // the writes that matter
  std::vector<ReadAccount> reads;    // the reads that matter; empty: plain accesses matter
};

struct Why {
  enum class Kind : std::uint8_t {
    AlsoUnderSc,  // the same execution exists under SC, with the same values read: it does not depend on the memory model
    Overtaken,    // it does not, because of `overtaken`: the order of each pair, which a fence would keep, excludes the execution
    Unexplained,
  };
  Kind kind = Kind::Unexplained;
  std::vector<Overtaken> overtaken;
};

// `account` covers all steps of the trace, as `replay` returns it under `model`.
[[nodiscard]] Why explain(const ld::Program& program, const Trace& trace, const Account& account, const ld::MemoryModel& model,
                          Budget& budget);

}  // namespace parapet::check
