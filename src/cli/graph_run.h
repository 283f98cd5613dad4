// From a replayed counterexample to its execution graph, whose order a solver has confirmed.
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/options.h"
#include "evidence/execution.h"
#include "report/run.h"
#include "result/execution_graph.h"

namespace parapet::cli {

// The graph of a replayed execution. Throws InternalError if a solver finds a cycle in its ghb; prints on standard error why the order could
// not be confirmed, if so.
[[nodiscard]] ExecutionGraph confirmed_graph(const Options& options, const evidence::Execution& execution, Console& console);

// Writes the graph to the file that was asked for. Throws OutputError.
void write_graph(const Options& options, const evidence::Execution& execution, Console& console);

}  // namespace parapet::cli
