#include "cli/graph_run.h"

#include "base/budget.h"
#include "base/contract.h"
#include "base/printable.h"
#include "check/execution_graph.h"
#include "check/execution_order.h"
#include "cli/certify_run.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"

namespace parapet::cli {

ConfirmedGraph confirmed_graph(const Options& options, const report::Execution& execution) {
  const auto model = le::find_memory_model(execution.model);
  PARAPET_CHECK(model, "an execution has a known memory model");
  ConfirmedGraph result{check::execution_graph(execution.program, execution.trace, execution.account, *model), ""};
  TermArena arena(execution.program.signature);
  smt::SolverStatistics statistics;
  const auto solver = smt::make_solver(arena, options.solver, statistics);
  const check::OrderAnswer order = check::check_order(result.graph, arena, *solver);
  if (order.answer == smt::Answer::Unsat)
    throw InternalError("the order of the execution has a cycle: " + check::describe_cycle(result.graph, order.cycle));
  if (order.answer != smt::Answer::Sat)
    result.doubt = std::string(solver->name()) + " could not tell whether the order of the execution graph has a cycle";
  else if (statistics.unconfirmed > 0)
    result.doubt = statistics.first_unconfirmed;
  return result;
}

void print_doubt(const ConfirmedGraph& confirmed, Console& console) {
  if (!confirmed.doubt.empty()) console.err << "parapet: " << printable(confirmed.doubt) << '\n';
}

report::CrossCheck cross_check_order(const Options& options, const report::Execution& execution) {
  for (const std::string_view solver : independent_solvers) {
    Options each = options;
    each.solver.solver = solver;
    std::string doubt;
    try {
      doubt = confirmed_graph(each, execution).doubt;
    } catch (const smt::SolverError& error) {
      doubt = error.what();
    } catch (const BudgetExhausted& exhausted) {
      doubt = exhausted.what();
    }
    if (!doubt.empty()) return {std::string(paranoid_name), false, doubt};
  }
  return {std::string(paranoid_name), true, ""};
}

void write_graph(const Options& options, const report::Execution& execution, Console& console) {
  const ConfirmedGraph confirmed = confirmed_graph(options, execution);
  print_doubt(confirmed, console);
  const bool picture = options.report.graph_file.ends_with(".svg");
  write_result(console, options.report.graph_file, picture ? report::graph_svg(confirmed.graph) : report::graph_dot(confirmed.graph));
}

}  // namespace parapet::cli
