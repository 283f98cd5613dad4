// `parapet replay`: does this execution exist, and does it end in an unsafe state?
#include "base/printable.h"
#include "check/replay.h"
#include "cli/commands.h"
#include "cli/evidence_run.h"
#include "cli/graph_run.h"
#include "cli/outputs.h"
#include "cli/pipeline.h"
#include "evidence/trace_json.h"
#include "evidence/trace_read.h"
#include "report/run.h"
#include "report/trace_text.h"

namespace parapet::cli {
namespace {

struct Evidence {
  evidence::ReadTrace read;
  le::MemoryModel model;
};

Evidence read_evidence(const Options& options, const ld::Program& program) {
  try {
    const JsonValue json = read_json(frontend::read_text(options.evidence, options.limits.budget), options.limits.budget);
    const le::MemoryModel model = accepted_model(options, program, evidence::read_heading(json, evidence::trace_format));
    return {evidence::read_trace(json, program), model};
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

// `execution` is null where the trace was not confirmed.
void print_text(const Options& options, const EvidenceReport& report, std::size_t steps, const evidence::Execution* execution,
                Console& console) {
  if (execution == nullptr) {
    const bool rejected = report.answer == EvidenceAnswer::Rejected;
    console.out << name(report.answer) << (rejected ? " " : ": ") << printable(report.reason) << '\n';
    return;
  }
  if (!options.report.quiet) {
    report::print_trace(console.out, *execution);
    console.out << '\n';
  }
  console.out << name(report.answer) << ": " << report::counted(steps, "step") << " on the store-buffer machine (" << report.model << ")\n";
}

void print_json(const Options& options, const EvidenceReport& report, std::size_t steps, const evidence::Execution* execution,
                Console& console) {
  JsonWriter json;
  begin_json(json, options, report);
  json.member("steps", steps);
  json.key("execution");
  execution == nullptr ? json.null() : evidence::write_trace(json, *execution, options.operand);
  json.end_object();
  console.out << json.take();
}

}  // namespace

Exit run_replay(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const auto [read, model] = read_evidence(options, *loaded.program);
  const ld::Program program = read.invariant ? with_invariants_unsafe(*loaded.program) : *loaded.program;
  EvidenceReport report{"parapet-replay", "trace", model.name, EvidenceAnswer::Confirmed, ""};
  check::ReplayResult result;
  try {
    Budget unlimited;
    result = check::replay(program, model, read.trace, options.limits.budget_or(unlimited));
    if (!result.ok()) {
      report.answer = EvidenceAnswer::Rejected;
      report.reason = "at " + place(result, read.trace.steps.size()) + ": " + result.reason;
    }
  } catch (const BudgetExhausted& exhausted) {
    report.answer = EvidenceAnswer::NotConfirmed;
    report.reason = exhausted.what();
  }
  const bool confirmed = report.answer == EvidenceAnswer::Confirmed;
  const evidence::Execution execution{program, read.trace, result.account, model.name, read.invariant ? "invariant" : "unsafe"};
  OutputFailures failures;
  if (confirmed && !options.report.graph_file.empty()) failures.attempt([&] { write_graph(options, execution, console); });
  const auto print = options.report.format == Format::Json ? print_json : print_text;
  print(options, report, read.trace.steps.size(), confirmed ? &execution : nullptr, console);
  console.out.flush();
  failures.raise();
  return exit_of(report.answer);
}

}  // namespace parapet::cli
