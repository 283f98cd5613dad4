#include "cli/check_report.h"

#include <filesystem>
#include <functional>
#include <optional>

#include "cli/contradictions.h"
#include "cli/graph_run.h"
#include "cli/invariant_export.h"
#include "cli/outputs.h"
#include "cli/run_description.h"
#include "evidence/certificate_json.h"
#include "evidence/trace_json.h"
#include "frontend/frontend.h"
#include "report/page.h"
#include "report/trace_text.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {
namespace {

// The counterexample, and the program that it is one of: an execution that violates an invariant is reported for the program whose unsafe
// formulas are the negated invariants.
struct Counterexample {
  Counterexample(const Finished& finished, const verify::Unsafe& unsafe)
      : program(unsafe.invariant ? verify::with_invariants_unsafe(finished.program) : finished.program),
        execution{program, unsafe.trace, unsafe.account, finished.outcome.model.name, unsafe.invariant ? "invariant" : "unsafe"} {}
  Counterexample(const Counterexample&) = delete;
  Counterexample& operator=(const Counterexample&) = delete;
  ~Counterexample() = default;

  ld::Program program;
  evidence::Execution execution;
};

void print_result(const Options& options, const report::Run& run, const evidence::Execution* execution, Console& console) {
  if (options.report.format == Format::Json) {
    console.out << report::check_json(run, execution);
    return;
  }
  if (options.report.show_invariant) report::print_invariants(console.out, run);
  if (!options.report.quiet) {
    if (execution != nullptr) {
      report::print_trace(console.out, *execution);
      console.out << '\n';
    }
    report::print_summary(console.out, run);
  }
  report::print_verdict(console.out, run, console.colour_out);
}

void write_page(const Options& options, const Finished& finished, const report::Run& run, const evidence::Execution* execution,
                Console& console) {
  std::optional<ExecutionGraph> graph;
  if (execution != nullptr) graph = confirmed_graph(options, *execution, console);
  report::PageContent content{run, finished.file.text(), {}, execution, graph ? &*graph : nullptr, finished.tree};
  for (const frontend::Mark& mark : frontend::highlight(finished.file)) content.marks.push_back({mark.range, mark.kind});
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

}  // namespace

Exit report_check(const Options& options, const Finished& finished, Console& console) {
  const verify::Outcome& outcome = finished.outcome;
  std::optional<Counterexample> counterexample;
  if (const verify::Unsafe* unsafe = verify::unsafe_evidence(outcome)) counterexample.emplace(finished, *unsafe);
  const evidence::Execution* const execution = counterexample ? &counterexample->execution : nullptr;
  if (outcome.small.false_assumption) warn_of_false_invariant(finished.program, outcome.model, *outcome.small.false_assumption, console);
  const report::Run run = describe(options, finished.program, outcome, finished.wall_seconds);
  const bool stopped = run.answer == report::Answer::Unknown && !options.report.quiet && options.report.format == Format::Text;
  if (options.report.statistics || stopped) report::print_statistics(console.err, run);
  const OutputFailures failures = write_files(options, finished, run, execution, console);
  print_result(options, run, execution, console);
  console.out.flush();
  failures.raise();
  return exit_of(run.answer);
}

Exit report_unread(const Options& options, const std::string& reason, Console& console) {
  const report::Run run = describe_unread(options, reason);
  if (!options.report.statistics_file.empty()) write_result(console, options.report.statistics_file, report::statistics_json(run));
  if (options.report.format == Format::Json) {
    console.out << report::check_json(run, nullptr);
  } else {
    report::print_verdict(console.out, run, console.colour_out);
  }
  return Exit::Unknown;
}

}  // namespace parapet::cli
