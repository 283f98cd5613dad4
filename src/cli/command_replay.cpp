// `parapet replay`: does this execution exist, and does it end in an unsafe state?
#include "check/replay.h"
#include "cli/commands.h"
#include "cli/evidence_files.h"
#include "cli/outputs.h"
#include "evidence/trace_json.h"
#include "verify/translation.h"

namespace parapet::cli {
namespace {

using report::EvidenceAnswer;

std::string failure(const check::ReplayResult& result, std::size_t steps) {
  using Place = check::ReplayResult::Place;
  const auto place = [&]() -> std::string {
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
  };
  return "at " + place() + ": " + result.reason;
}

}  // namespace

Exit run_replay(const Options& options, const frontend::Loaded& loaded, Console& console) {
  evidence::ReadTrace read;
  const ld::MemoryModel model = read_evidence(options, *loaded.program, evidence::trace_format,
                                              [&](const JsonValue& json) { read = evidence::read_trace(json, *loaded.program); });
  const ld::Program program = read.invariant ? verify::with_invariants_unsafe(*loaded.program) : *loaded.program;
  report::ReplayReport report;
  begin_report(options, model.name, report);
  report.steps = read.trace.steps.size();
  check::ReplayResult result;
  try {
    Budget unlimited;
    result = check::replay(program, model, read.trace, options.limits.budget_or(unlimited));
    if (!result.ok()) {
      report.answer = EvidenceAnswer::Rejected;
      report.reason = failure(result, report.steps);
    }
  } catch (const BudgetExhausted& exhausted) {
    report.answer = EvidenceAnswer::NotConfirmed;
    report.reason = exhausted.what();
  }
  const evidence::Execution execution{program,           read.trace, result.account, model.name, read.invariant ? "invariant" : "unsafe",
                                      loaded.file.name()};
  if (report.answer == EvidenceAnswer::Confirmed) report.execution = &execution;
  OutputFailures failures;
  if (report.execution != nullptr && !options.report.graph_file.empty())
    failures.attempt([&] { write_graph(options, execution, console); });
  if (report.execution == nullptr)
    failures.attempt([&] { tell_missing(console, {"graph", options.report.graph_file, "the trace is not confirmed"}); });
  print_report(options, report, console);
  console.out.flush();
  failures.raise();
  return exit_of(report.answer);
}

}  // namespace parapet::cli
