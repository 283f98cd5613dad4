// Executions of the machine as traces, and back.
#pragma once

#include "machine/explore.h"
#include "result/trace.h"

namespace parapet {

[[nodiscard]] machine::Roster roster_of(const Trace& trace);

// The trace with its initial values and steps; the caller fills in the unsafe formula that holds at the end.
[[nodiscard]] Trace trace_of(machine::Instance& instance, const machine::Execution& execution);

}  // namespace parapet
