// Builds the execution graph of a counterexample from the account of its replay.
#pragma once

#include "ld/memory_model.h"
#include "ld/program.h"
#include "result/account.h"
#include "result/event_graph.h"
#include "ld/trace.h"

namespace parapet::check {

// `account` covers all steps of the trace, as `replay` returns it under `model`.
[[nodiscard]] ExecutionGraph execution_graph(const ld::Program& program, const Trace& trace, const Account& account,
                                             const ld::MemoryModel& model);

}  // namespace parapet::check
