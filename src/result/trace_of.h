// Executions of the machine as traces, and back.
#pragma once

#include "machine/explore.h"
#include "result/trace.h"

namespace parapet {

[[nodiscard]] machine::Roster roster_of(const Trace& trace);

// Initial values and steps; what it ends in is for the caller to say.
[[nodiscard]] Trace trace_of(machine::Instance& instance, const machine::Execution& execution);

}  // namespace parapet
