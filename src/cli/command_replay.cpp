// `parapet replay`: does this execution exist, and does it end in an unsafe state?
#include "check/replay.h"
#include "cli/certify_run.h"
#include "cli/commands.h"
#include "cli/graph_run.h"
#include "report/run.h"
#include "report/trace_read.h"
#include "report/trace_text.h"

namespace parapet::cli {
namespace {

report::ReadTrace read_trace(const Options& options, const ld::Program& program) {
  try {
    return report::read_trace(read_json(frontend::read_text(options.evidence)), program);
  } catch (const JsonError& error) {
    throw frontend::InputError(options.evidence + ":" + error.what());
  }
}

std::string place(const check::ReplayResult& result, std::size_t steps) {
  using Place = check::ReplayResult::Place;
  switch (result.place) {
    case Place::Processes:
      return "its processes";
    case Place::Initial:
      return "its initial state";
    case Place::Step:
      return "step " + std::to_string(result.step + 1) + " of " + std::to_string(steps);
    case Place::Unsafe:
    case Place::Nowhere:
      break;
  }
  return "its end";
}

}  // namespace

Exit run_replay(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const report::ReadTrace read = read_trace(options, *loaded.program);
  const auto model = ld::find_memory_model(read.model);
  if (!model) throw frontend::InputError(options.evidence + ": unknown memory model " + read.model);
  const ld::Program program = read.invariant ? with_invariants_unsafe(*loaded.program) : *loaded.program;
  const check::ReplayResult result = check::replay(program, *model, read.trace);
  if (!result.ok()) {
    console.out << "REJECTED at " << place(result, read.trace.steps.size()) << ": " << result.reason << '\n';
    return Exit::Internal;
  }
  const std::string_view target = read.invariant ? "invariant" : "unsafe";
  const report::Execution execution{program, read.trace, result.account, read.model, target};
  report::print_trace(console.out, execution);
  write_graph(options, execution, console);
  console.out << "\nCONFIRMED: " << report::counted(read.trace.steps.size(), "step") << " on the store-buffer machine (" << read.model
              << ")\n";
  return Exit::Success;
}

}  // namespace parapet::cli
