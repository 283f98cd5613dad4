#include "cli/graph_run.h"

#include "base/contract.h"
#include "cli/outputs.h"
#include "report/graph_dot.h"
#include "report/graph_svg.h"
#include "verify/evidence.h"

namespace parapet::cli {

ExecutionGraph confirmed_graph(const Options& options, const evidence::Execution& execution, Console& console) {
  const auto model = ld::find_memory_model(execution.model);
  PARAPET_CHECK(model, "an execution has a known memory model");
  verify::ConfirmedGraph confirmed = verify::confirmed_graph({execution.program, *model, execution.trace, execution.account},
                                                             options.verify.solver, options.limits.budget);
  if (!confirmed.doubt.empty()) console.tell(Severity::Warning, confirmed.doubt);
  return std::move(confirmed.graph);
}

void write_graph(const Options& options, const evidence::Execution& execution, Console& console) {
  const ExecutionGraph graph = confirmed_graph(options, execution, console);
  const bool picture = options.report.graph_file.ends_with(".svg");
  write_result(console, options.report.graph_file, picture ? report::graph_svg(graph) : report::graph_dot(graph));
}

}  // namespace parapet::cli
