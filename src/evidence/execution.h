// An execution, most often a counterexample, with everything a report says about it.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ld/program.h"
#include "ld/trace.h"
#include "result/account.h"

namespace parapet::evidence {

struct Execution {
  const ld::Program& program;
  const Trace& trace;
  const Account& account;   // of all its steps
  std::string_view model;   // memory model
  std::string_view target;  // what the end violates: "unsafe" or "invariant"; unused if the trace violates nothing
  std::string_view file{};  // the model's, as the user named it; empty: unknown
};

// A write that was still in a store buffer at the end.
struct Uncommitted {
  std::size_t step = 0;  // the Fire step
  WriteAccount write;
};
[[nodiscard]] std::vector<Uncommitted> uncommitted(const Account& account);

// The cells that a formula speaks of, its parameters being `processes` and its quantifiers ranging over all processes.
[[nodiscard]] std::set<Location> cells_of(const Execution& execution, const ld::Formula& formula, const ld::Declaration& scope,
                                          const std::vector<Process>& processes);

// The cells whose initial values an execution depends on or changes.
[[nodiscard]] std::set<Location> concerned_cells(const Execution& execution);

[[nodiscard]] const Value& initial_value(const Trace& trace, const Location& location);
// The value of a plain cell, or of a weak location in memory, after the last step.
[[nodiscard]] Value final_value(const Execution& execution, const Location& location);

// `count (q) { F }` with the names of the processes that the unsafe formula speaks of.
[[nodiscard]] std::string count_text(const Execution& execution, const CountAccount& count);

// The declaration with the names of processes for its parameters: formulas are then printed with them.
[[nodiscard]] ld::Declaration named_scope(const Trace& trace, ld::Declaration scope, const std::vector<Process>& processes);

}  // namespace parapet::evidence
