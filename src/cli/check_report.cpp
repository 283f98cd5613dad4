#include "cli/check_report.h"

#include <sys/resource.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/budget.h"
#include "cli/certify_run.h"
#include "cli/contradictions.h"
#include "cli/graph_run.h"
#include "cli/version.h"
#include "frontend/frontend.h"
#include "report/certificate_json.h"
#include "report/page.h"
#include "report/trace_json.h"
#include "report/trace_text.h"

namespace parapet::cli {
namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<report::Count> counts_of(const search::SearchStatistics& s) {
  return {
      {"nodes", s.nodes, "cubes visited"},
      {"generated", s.generated, "cubes that pre-images gave"},
      {"covered_by_one", s.covered_by_one, "covered by one visited cube"},
      {"covered_by_union", s.covered_by_union, "covered by several visited cubes"},
      {"cover_tests", s.cover_tests, "cubes tested against the visited ones"},
      {"deleted", s.deleted, "visited cubes that a newer one covers"},
      {"frontier", s.frontier, "cubes left to visit"},
      {"spurious", s.spurious, "paths to init that could not be executed"},
      {"depth", s.depth, "steps from the unsafe states, at most"},
      {"processes", s.processes, "processes in a cube, at most"},
      {"open_reads", s.open_reads, "snapshot or pending reads in a cube, at most"},
      {"approximation_nodes", s.approximation.nodes, "cubes visited by the search with candidates"},
      {"candidates", s.approximation.candidates, "guessed invariants"},
      {"blamed", s.approximation.blamed, "guessed invariants that were wrong"},
      {"kept", s.approximation.kept, "guessed invariants that were proved"},
      {"explored_states", s.approximation.states, "states of the instance they were guessed from"},
      {"explore_microseconds", static_cast<std::uint64_t>(s.approximation.explore_seconds * 1e6), "time to explore it"},
  };
}

std::vector<report::SolverUse> solver_use(const smt::SolverStatistics& statistics) {
  std::vector<report::SolverUse> all;
  const auto add = [&](std::string_view backend, const auto& entries) {
    for (std::size_t k = 0; k < entries.size(); ++k) {
      if (entries[k].calls == 0) continue;
      all.push_back(
          {backend, smt::name(static_cast<smt::Purpose>(k)), entries[k].calls, static_cast<double>(entries[k].nanoseconds) * 1e-9});
    }
  };
  add("native", statistics.native);
  add("external", statistics.external);
  return all;
}

// Where the trace need not be the shortest (search::with_fewest_firings).
void qualify_shortest(report::Run& run, const verify::Outcome& outcome) {
  if (outcome.statistics.spurious > 0)
    run.assumptions.push_back("there may be a shorter trace: " + report::counted(outcome.statistics.spurious, "path") +
                              " could not be executed with exactly its processes");
  if (outcome.assumed_invariants > 0)
    run.assumptions.push_back("shortest among executions that keep " + report::counted(outcome.assumed_invariants, "user invariant"));
}

std::string violated_invariant(const ld::Program& program, const Trace& trace) {
  const std::string& name = program.invariants[trace.unsafe].name;
  return "invariant " + (name.empty() ? std::to_string(trace.unsafe + 1) : name) + " does not hold";
}

report::Run describe(const Options& options, const verify::Outcome& outcome, double wall_seconds) {
  report::Run run;
  run.version = version();
  run.file = options.operand;
  run.model = outcome.model.name;
  run.counts = counts_of(outcome.statistics);
  run.counts.push_back({"small_states", outcome.small.states, "states of small instances, explored before SAFE"});
  run.counts.push_back({"small_processes", outcome.small.processes, "processes of the largest instance explored whole"});
  run.solver = solver_use(outcome.solver);
  run.invariants = outcome.invariants;
  run.cross_checks = outcome.cross_checks;
  run.nodes = outcome.statistics.nodes;
  run.processes = outcome.statistics.processes;
  run.peak_memory = peak_memory();
  run.cpu_seconds = cpu_seconds();
  run.wall_seconds = wall_seconds;
  if (const auto* unknown = std::get_if<verify::Unknown>(&outcome.verdict)) run.reason = unknown->text;
  if (std::holds_alternative<verify::Safe>(outcome.verdict)) run.answer = report::Answer::Safe;
  if (std::holds_alternative<verify::Unsafe>(outcome.verdict)) run.answer = report::Answer::Unsafe;
  return run;
}

report::Run describe(const Options& options, const Finished& finished) {
  const verify::Outcome& outcome = finished.outcome;
  report::Run run = describe(options, outcome, finished.wall_seconds);
  run.engine = verify::name(outcome.engine);
  if (const auto* unsafe = std::get_if<verify::Unsafe>(&outcome.verdict); unsafe != nullptr && unsafe->invariant)
    run.reason = violated_invariant(finished.program, unsafe->trace);
  if (verify::unsafe_evidence(outcome) == nullptr) {
    run.assumptions = report::assumptions_of(outcome.assumed_invariants, finished.program.number_procs);
  } else if (options.search.shortest) {
    qualify_shortest(run, outcome);  // a trace was executed: it assumes nothing else
  }
  return run;
}

void print_result(const Options& options, const report::Run& run, const report::Execution* execution, Console& console) {
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

void write_page(const Options& options, const Finished& finished, const report::Run& run, const report::Execution* execution,
                Console& console) {
  std::optional<ExecutionGraph> graph;
  if (execution != nullptr) graph = confirmed_graph(options, *execution, console);
  report::PageContent content{run, finished.file.text(), {}, execution, graph ? &*graph : nullptr, finished.tree};
  for (const frontend::Mark& mark : frontend::highlight(finished.file)) content.marks.push_back({mark.range, mark.kind});
  write_result(console, options.report.html_file, report::run_page(content));
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

Exit report_check(const Options& options, Finished& finished, Console& console) {
  const verify::Outcome& outcome = finished.outcome;
  std::optional<report::Execution> execution;
  if (const verify::Unsafe* unsafe = verify::unsafe_evidence(outcome)) {
    if (unsafe->invariant) finished.invariants_unsafe = verify::with_invariants_unsafe(finished.program);
    execution.emplace(report::Execution{unsafe->invariant ? finished.invariants_unsafe : finished.program, unsafe->trace, unsafe->account,
                                        outcome.model.name, unsafe->invariant ? "invariant" : "unsafe"});
  }
  if (outcome.small.false_assumption) warn_of_false_invariant(finished.program, outcome.model, *outcome.small.false_assumption, console);
  const verify::Safe* const safe = verify::safe_evidence(outcome);
  const report::Run run = describe(options, finished);
  const report::Execution* const shown = execution ? &*execution : nullptr;
  const ReportOptions& report = options.report;
  const bool stopped = run.answer == report::Answer::Unknown && !report.quiet && report.format == Format::Text;
  if (report.statistics || stopped) report::print_statistics(console.err, run);
  const auto write = [&](const std::string& file, bool wanted, const std::function<void()>& action) {
    if (wanted && !file.empty()) finished.failures.attempt(action);
  };
  const auto text = [&](const std::string& file, bool wanted, const std::function<std::string()>& content) {
    write(file, wanted, [&] { write_result(console, file, content()); });
  };
  text(report.trace_file, execution.has_value(), [&] { return report::trace_json(*execution, run.file); });
  write(report.graph_file, execution.has_value(), [&] { write_graph(options, *execution, console); });
  text(report.certificate_file, safe != nullptr,
       [&] { return report::certificate_json(outcome.translation->arena, safe->certificate, run.file); });
  write(report.invariant_folder, safe != nullptr, [&] { export_invariant(options, *outcome.translation, safe->certificate); });
  text(report.tree_file, true, [&] { return report::tree_dot(finished.tree, report.tree_detail); });
  write(report.html_file, true, [&] { write_page(options, finished, run, shown, console); });
  text(report.statistics_file, true, [&] { return report::statistics_json(run); });
  print_result(options, run, shown, console);
  console.out.flush();
  finished.failures.raise();
  return exit_of(run.answer);
}

Exit report_unread(const Options& options, const std::string& reason, Console& console) {
  verify::Outcome outcome;
  outcome.model.name = {};
  outcome.verdict = verify::Unknown{verify::UnknownKind::Limit, reason};
  const report::Run run = describe(options, outcome, 0);
  if (!options.report.statistics_file.empty()) write_result(console, options.report.statistics_file, report::statistics_json(run));
  if (options.report.format == Format::Json) {
    console.out << report::check_json(run, nullptr);
  } else {
    report::print_verdict(console.out, run, console.colour_out);
  }
  return Exit::Unknown;
}

}  // namespace parapet::cli
