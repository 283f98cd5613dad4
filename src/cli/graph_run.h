// From a replayed counterexample to its execution graph, its order confirmed.
#pragma once

#include <string>

#include "cli/console.h"
#include "cli/options.h"
#include "report/execution.h"
#include "report/run.h"
#include "result/execution_graph.h"

namespace parapet::cli {

struct ConfirmedGraph {
  ExecutionGraph graph;
  std::string doubt;  // why no solver could tell that its ghb has no cycle; empty: one did
};

// The graph of a replayed execution. Throws InternalError if a solver finds a cycle in its ghb.
[[nodiscard]] ConfirmedGraph confirmed_graph(const Options& options, const report::Execution& execution);
// On standard error, if there is a doubt.
void print_doubt(const ConfirmedGraph& confirmed, Console& console);

// `--paranoid`: the order of the execution, by each of the independent solvers.
[[nodiscard]] report::CrossCheck cross_check_order(const Options& options, const report::Execution& execution);

// Writes the graph to the file that was asked for. Throws OutputError.
void write_graph(const Options& options, const report::Execution& execution, Console& console);

}  // namespace parapet::cli
