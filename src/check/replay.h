// Re-executes a counterexample on the store-buffer machine, without any search or solver: what it confirms is UNSAFE by definition.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "check/machine.h"
#include "ld/program.h"
#include "result/account.h"
#include "result/trace.h"

namespace parapet::check {

struct ReplayResult {
  // Where it failed.
  enum class Place : std::uint8_t { Nowhere, Processes, Initial, Step, Unsafe };
  Place place = Place::Nowhere;
  std::size_t step = 0;  // Place::Step: which one, from 0
  std::string reason;    // a plain sentence; empty if nothing failed
  Account account;       // of the steps before the failure
  [[nodiscard]] bool ok() const { return place == Place::Nowhere; }
};

[[nodiscard]] ReplayResult replay(const ld::Program& program, Machine machine, const Trace& trace);

}  // namespace parapet::check
