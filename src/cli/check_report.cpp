#include "cli/check_report.h"

#include <sys/resource.h>

#include <optional>

#include "check/replay.h"
#include "cli/graph_run.h"
#include "cli/version.h"
#include "frontend/cub/highlight.h"
#include "report/page.h"
#include "report/run.h"
#include "report/trace_json.h"
#include "report/trace_text.h"
#include "search/limits.h"

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
      {"open_reads", s.open_reads, "open reads in a cube, at most"},
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

std::string violated_invariant(const Finished& finished, const Trace& trace) {
  const std::string& name = finished.program->unsafes[trace.unsafe].name;
  return "invariant " + (name.empty() ? std::to_string(trace.unsafe + 1) : name) + " does not hold";
}

// Where the trace need not be the shortest (search::with_fewest_firings).
void qualify_shortest(report::Run& run, const Finished& finished) {
  if (finished.outcome.statistics.spurious > 0)
    run.assumptions.push_back("there may be a shorter trace: " + report::counted(finished.outcome.statistics.spurious, "path") +
                              " could not be executed with exactly its processes");
  if (finished.assumed_invariants > 0)
    run.assumptions.push_back("shortest among executions that keep " + report::counted(finished.assumed_invariants, "user invariant"));
}

void set_answer(report::Run& run, const Finished& finished, bool shortest) {
  if (std::holds_alternative<search::Safe>(finished.outcome.verdict)) {
    run.answer = report::Answer::Safe;
  } else if (const auto* unsafe = std::get_if<search::Unsafe>(&finished.outcome.verdict)) {
    run.answer = report::Answer::Unsafe;
    if (finished.for_invariants) run.reason = violated_invariant(finished, unsafe->trace);
    if (shortest) qualify_shortest(run, finished);
    return;  // the trace was executed: it assumes nothing
  } else {
    run.reason = std::get<search::Unknown>(finished.outcome.verdict).reason;
  }
  if (finished.assumed_invariants > 0)
    run.assumptions.push_back("assuming " + report::counted(finished.assumed_invariants, "user invariant"));
  if (finished.program->number_procs)
    run.assumptions.push_back("at most " + report::counted(*finished.program->number_procs, "process", "es") + " (number_procs)");
}

report::Run describe(const Options& options, const Finished& finished) {
  report::Run run;
  run.version = version();
  run.file = options.operand;
  run.model = finished.model.name;
  run.engine = finished.engine;
  run.counts = counts_of(finished.outcome.statistics);
  run.counts.push_back({"small_states", finished.small_states, "states of small instances, explored before SAFE"});
  run.counts.push_back({"small_processes", finished.small_processes, "processes of the largest instance explored whole"});
  run.solver = solver_use(finished.outcome.solver);
  run.invariants = finished.outcome.invariants;
  run.nodes = finished.outcome.statistics.nodes;
  run.processes = finished.outcome.statistics.processes;
  run.peak_memory = search::peak_memory();
  run.cpu_seconds = cpu_seconds();
  run.wall_seconds = finished.wall_seconds;
  set_answer(run, finished, options.search.shortest);
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
  report::PageContent content{run, finished.file->text(), {}, execution, graph ? &*graph : nullptr, *finished.tree};
  for (const cub::Mark& mark : cub::highlight(content.model)) content.marks.push_back({mark.range, mark.kind});
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

Exit report_check(const Options& options, const Finished& finished, Console& console) {
  const report::Run run = describe(options, finished);
  check::ReplayResult replayed;
  std::optional<report::Execution> execution;
  if (const auto* unsafe = std::get_if<search::Unsafe>(&finished.outcome.verdict)) {
    replayed = check::replay(*finished.program, finished.model, unsafe->trace);
    execution.emplace(
        report::Execution{*finished.program, unsafe->trace, replayed.account, run.model, finished.for_invariants ? "invariant" : "unsafe"});
  }
  const ReportOptions& report = options.report;
  const bool stopped = run.answer == report::Answer::Unknown && !report.quiet && report.format == Format::Text;
  if (report.statistics || stopped) report::print_statistics(console.err, run);
  if (execution && !report.trace_file.empty()) write_result(console, report.trace_file, report::trace_json(*execution, run.file));
  if (execution) write_graph(options, *execution, console);
  if (run.answer == report::Answer::Safe && !report.certificate_file.empty())
    write_result(console, report.certificate_file, finished.certificate);
  if (!report.tree_file.empty()) write_result(console, report.tree_file, report::tree_dot(*finished.tree, report.tree_detail));
  if (!report.html_file.empty()) write_page(options, finished, run, execution ? &*execution : nullptr, console);
  if (!report.statistics_file.empty()) write_result(console, report.statistics_file, report::statistics_json(run));
  print_result(options, run, execution ? &*execution : nullptr, console);
  return exit_of(run.answer);
}

}  // namespace parapet::cli
