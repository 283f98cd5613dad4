// From a replayed counterexample to its execution graph, its order confirmed.
#pragma once

#include "cli/console.h"
#include "cli/options.h"
#include "report/execution.h"
#include "result/execution_graph.h"

namespace parapet::cli {

// The graph of a replayed execution. Throws InternalError if a solver finds a cycle in its ghb; says so if none can tell.
[[nodiscard]] ExecutionGraph confirmed_graph(const Options& options, const report::Execution& execution, Console& console);

// Writes the files about the graph that were asked for; `--paranoid`: has its order confirmed by each of the independent solvers.
void write_graph(const Options& options, const report::Execution& execution, Console& console);

}  // namespace parapet::cli
