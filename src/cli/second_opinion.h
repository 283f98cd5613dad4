// Small instances, explored forward, beside the search: against a SAFE, and where the search has only spurious traces.
#pragma once

#include <optional>

#include "check/small_instances.h"
#include "cli/check_report.h"
#include "cli/console.h"
#include "cli/options.h"

namespace parapet::cli {

// Before SAFE is reported. Throws InternalError, after the execution was printed, if small instances contradict the verdict. A trusted
// invariant that does not hold there is a warning with its execution.
void ask_small_instances(const Options& options, Finished& finished, Console& console, Budget& budget);

// A counterexample in a small instance, replayed; nothing if none is found within a bound on states.
[[nodiscard]] std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget);

}  // namespace parapet::cli
