// Replay: re-executes a trace on the machine (NOTE(machine)), without a search or solver. A trace that it accepts is a counterexample by
// definition.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "ld/trace.h"
#include "result/account.h"

namespace parapet::check {

struct ReplayResult {
  // Where the replay failed.
  enum class Place : std::uint8_t { Nowhere, Processes, Initial, Step, Unsafe };
  Place place = Place::Nowhere;
  std::size_t step = 0;  // Place::Step: which one, from 0
  std::string reason;    // a sentence; empty if nothing failed
  Account account;       // of the steps before the failure
  [[nodiscard]] bool ok() const { return place == Place::Nowhere; }
};

// Throws BudgetExhausted; the second one has no limits.
[[nodiscard]] ReplayResult replay(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, Budget& budget);
[[nodiscard]] ReplayResult replay(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace);

}  // namespace parapet::check
