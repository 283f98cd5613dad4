#include "cli/check_report.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/narrow.h"
#include "check/why.h"
#include "cli/commands.h"
#include "cli/graph_run.h"
#include "cli/invariant_export.h"
#include "cli/missing_evidence.h"
#include "cli/outputs.h"
#include "cli/run_description.h"
#include "cli/spurious.h"
#include "evidence/certificate_json.h"
#include "evidence/trace_json.h"
#include "frontend/frontend.h"
#include "ld/atomicity.h"
#include "report/page.h"
#include "report/sarif.h"
#include "report/trace_text.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {
namespace {

// The counterexample, and the program that it is one of: an execution that violates an invariant is reported for the program whose unsafe
// formulas are the negated invariants.
struct Counterexample {
  Counterexample(const Finished& finished, const verify::Unsafe& unsafe)
      : program(unsafe.invariant ? verify::with_invariants_unsafe(finished.program) : finished.program),
        execution{program,
                  unsafe.trace,
                  unsafe.account,
                  finished.outcome.model.name,
                  unsafe.invariant ? "invariant" : "unsafe",
                  finished.file.name()} {}
  Counterexample(const Counterexample&) = delete;
  Counterexample& operator=(const Counterexample&) = delete;
  ~Counterexample() = default;

  ld::Program program;
  evidence::Execution execution;
};

Exit exit_of(report::Answer answer) {
  switch (answer) {
    case report::Answer::Safe:
      return Exit::Safe;
    case report::Answer::Unsafe:
      return Exit::Unsafe;
    case report::Answer::Unknown:
      break;
  }
  return Exit::Unknown;
}

// The answer as one document, JSON or SARIF.
void print_document(const Options& options, const report::Run& run, const evidence::Execution* execution, Console& console) {
  if (options.report.format == Format::Json) return console.answer(report::check_json(run, execution));
  console.answer(report::sarif({run.version, run.file, &run, execution, run.messages, number_of<int>(exit_of(run.answer))}));
}

void print_result(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                  Console& console) {
  if (options.report.format != Format::Text) return print_document(options, run, execution, console);
  std::ostream& out = text_stream(options, console);
  if (options.report.show_invariant) report::print_invariants(out, run);
  if (!options.report.quiet) {
    if (execution != nullptr) {
      report::print_trace(out, *execution);
      if (run.why) report::print_why(out, *execution, *run.why);
      out << '\n';
    }
    if (options.report.show_spurious && run.answer == report::Answer::Unknown)
      print_spurious(options, finished.program, finished.tree, out);
    report::print_summary(out, run);
  }
  report::print_verdict(out, run, console.colour_out);
}

// The atomic steps of the model, also those that its author accepted.
std::vector<report::PageNote> notes_of(const ld::Program& program) {
  std::vector<report::PageNote> notes;
  for (const ld::Transition& transition : program.transitions) {
    if (const auto found = ld::atomicity(program, transition))
      notes.push_back({transition.line, std::string(name(found->kind)), "`" + transition.name + "` " + found->accesses + " in one step",
                       transition.accepted_atomic});
  }
  return notes;
}

// What the small instances do, for the page; nothing if a limit ends the exploration.
std::optional<coverage::SmallInstances> small_instances(const Options& options, const Finished& finished) {
  Budget unlimited;
  coverage::SmallInstanceLimits limits;
  limits.stop_at_unsafe = false;
  limits.executions = true;
  try {
    return coverage::explore_small_instances(finished.program, finished.outcome.model, limits, options.limits.budget_or(unlimited));
  } catch (const BudgetExhausted&) {
    return std::nullopt;
  }
}

void write_page(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                Console& console) {
  std::optional<ExecutionGraph> graph;
  if (execution != nullptr) graph = confirmed_graph(options, *execution, console);
  report::PageContent content{run, finished.file.text(), {}, execution, graph ? &*graph : nullptr, finished.tree};
  for (const frontend::Mark& mark : frontend::highlight(finished.file)) content.marks.push_back({mark.range, mark.kind});
  content.notes = notes_of(finished.program.as_written());
  const std::optional<coverage::SmallInstances> small = small_instances(options, finished);
  std::optional<report::CoverageReport> coverage;
  if (small) coverage.emplace(report::CoverageReport{run.version, run.file, run.model, finished.program, *small});
  content.coverage = coverage ? &*coverage : nullptr;
  write_result(console, options.report.html_file, report::run_page(content));
}

// `execution` is null without a counterexample. Returns what could not be written.
OutputFailures write_files(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                           Console& console) {
  const ReportOptions& report = options.report;
  const verify::Outcome& outcome = finished.outcome;
  const verify::Safe* const safe = verify::safe_evidence(outcome);
  OutputFailures failures;
  const auto write = [&](const std::string& path, bool available, const std::function<void()>& action) {
    if (available && !path.empty()) failures.attempt(action);
  };
  const auto write_text = [&](const std::string& path, bool available, const std::function<std::string()>& content) {
    write(path, available, [&] { write_result(console, path, content()); });
  };
  const bool unsafe = execution != nullptr;
  const std::string verdict(name(run.answer));
  const auto missing = [&](std::string_view option, const std::string& path, const std::string& what) {
    failures.attempt([&] { tell_missing(console, {option, path, verdict + " has no " + what}); });
  };
  if (!unsafe) {
    missing("trace", report.trace_file, "counterexample");
    missing("graph", report.graph_file, "counterexample");
  }
  if (safe == nullptr) {
    missing("certificate", report.certificate_file, "certificate");
    missing("export-invariant", report.invariant_folder, "invariant");
  }
  write_text(report.trace_file, unsafe, [&] { return evidence::trace_json(*execution, run.file); });
  write(report.graph_file, unsafe, [&] { write_graph(options, *execution, console); });
  write_text(report.certificate_file, safe != nullptr,
             [&] { return evidence::certificate_json(outcome.translation->arena, safe->certificate, run.file); });
  write(report.invariant_folder, safe != nullptr, [&] { export_invariant(options, *outcome.translation, safe->certificate); });
  write_text(report.tree_file, true, [&] { return report::tree_dot(finished.tree, report.tree_detail); });
  write(report.html_file, true, [&] { write_page(options, finished, run, execution, console); });
  if (!finished.queries.empty() && !smt::is_query_file(report.query_folder)) {
    write_text(std::filesystem::path(report.query_folder) / "index.html", true,
               [&] { return report::query_index_page(run.file, finished.queries); });
  }
  write_text(report.statistics_file, true, [&] { return report::statistics_json(run); });
  return failures;
}

// Nothing if there is no explanation, or no time for one.
std::optional<report::Explanation> explanation_of(const Options& options, const evidence::Execution& execution,
                                                  const ld::MemoryModel& model) {
  Budget unlimited;
  try {
    const check::Why why =
        check::explain(execution.program, execution.trace, execution.account, model, options.limits.budget_or(unlimited));
    if (why.kind == check::Why::Kind::Unexplained || !model.delays_writes()) return std::nullopt;
    report::Explanation result{why.kind == check::Why::Kind::AlsoUnderSc, {}};
    for (const check::Overtaken& each : why.overtaken)
      result.overtaken.push_back({each.write, each.execution, each.writes, each.reads, each.overtaking, each.happened});
    return result;
  } catch (const BudgetExhausted&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<report::Warning> warnings_of(const Options& options, const SourceFile& file, const std::vector<Diagnostic>& messages) {
  std::vector<report::Warning> result;
  for (const Diagnostic& each : messages) {
    if (each.severity != Severity::Warning || is_silenced(options, each)) continue;
    const LineColumn place = file.locate(each.range.begin);
    result.push_back({each.name, place.line, place.column, each.message, each.hint});
  }
  return result;
}

Exit report_check(const Options& options, const Finished& finished, Console& console) {
  const verify::Outcome& outcome = finished.outcome;
  std::optional<Counterexample> counterexample;
  if (const verify::Unsafe* unsafe = verify::unsafe_evidence(outcome)) counterexample.emplace(finished, *unsafe);
  const evidence::Execution* const execution = counterexample ? &counterexample->execution : nullptr;
  for (const std::string& warning : outcome.infer.warnings) console.tell(Severity::Warning, warning);
  report::Run run = describe(options, finished.program, outcome, finished.wall_seconds);
  run.warnings = warnings_of(options, finished.file, finished.warnings);
  if (execution != nullptr) run.why = explanation_of(options, *execution, outcome.model);
  if (options.report.statistics) report::print_statistics(console.err, run);
  const OutputFailures failures = write_files(options, finished, run, execution, console);
  run.messages = console.messages;
  print_result(options, finished, run, execution, console);
  console.out.flush();
  failures.raise();
  return exit_of(run.answer);
}

Exit report_unread(const Options& options, const std::string& reason, Console& console) {
  report::Run run = describe_unread(options, reason);
  run.messages = console.messages;
  if (!options.report.statistics_file.empty()) write_result(console, options.report.statistics_file, report::statistics_json(run));
  if (options.report.format == Format::Text) {
    report::print_verdict(text_stream(options, console), run, console.colour_out);
  } else {
    print_document(options, run, nullptr, console);
  }
  return Exit::Unknown;
}

}  // namespace parapet::cli
