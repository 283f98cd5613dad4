#include "cli/graph_run.h"

#include "base/contract.h"
#include "check/execution_graph.h"
#include "check/execution_order.h"
#include "cli/certify_run.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"

namespace parapet::cli {

ExecutionGraph confirmed_graph(const Options& options, const report::Execution& execution, Console& console) {
  const auto model = le::find_memory_model(execution.model);
  PARAPET_CHECK(model, "an execution has a known memory model");
  ExecutionGraph graph = check::execution_graph(execution.program, execution.trace, execution.account, *model);
  TermArena arena(execution.program.signature);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, options.solver, statistics);
  const check::OrderAnswer order = check::check_order(graph, arena, *solver);
  if (order.answer == smt::Answer::Unsat)
    throw InternalError("the order of the execution has a cycle: " + check::describe_cycle(graph, order.cycle));
  if (order.answer != smt::Answer::Sat)
    console.err << "parapet: " << solver->name() << " could not tell whether the order of the execution graph has a cycle\n";
  return graph;
}

void write_graph(const Options& options, const report::Execution& execution, Console& console) {
  if (options.search.paranoid) {
    for (const std::string_view solver : independent_solvers) {
      Options each = options;
      each.solver.solver = solver;
      (void)confirmed_graph(each, execution, console);
    }
  }
  if (options.report.graph_file.empty()) return;
  const ExecutionGraph graph = confirmed_graph(options, execution, console);
  const bool picture = options.report.graph_file.ends_with(".svg");
  write_result(console, options.report.graph_file, picture ? report::graph_svg(graph) : report::graph_dot(graph));
}

}  // namespace parapet::cli
