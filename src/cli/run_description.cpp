#include "cli/run_description.h"

#include <sys/resource.h>

#include "base/budget.h"
#include "cli/advice.h"
#include "cli/version.h"
#include "ld/text.h"

namespace parapet::cli {
namespace {

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::vector<report::Count> counts_of(const search::SearchStatistics& s) {
  std::vector<report::Count> counts;
  for (const search::Statistic& row : search::statistics_table) counts.push_back({row.key, s.*row.member, row.meaning});
  return counts;
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

// Why the trace need not be the shortest (search::with_fewest_firings).
void qualify_shortest(report::Run& run, const verify::Outcome& outcome) {
  if (outcome.statistics.spurious > 0)
    run.assumptions.push_back("there may be a shorter trace: " + report::counted(outcome.statistics.spurious, "path") +
                              " could not be executed with exactly its processes");
  if (outcome.assumed_invariants > 0)
    run.assumptions.push_back("shortest among executions that keep " + report::counted(outcome.assumed_invariants, "user invariant"));
}

// The search counts the process variables of its cubes; constants `#n` are processes too.
void count_constants(report::Run& run, std::size_t constants) {
  run.processes += constants;
  if (run.inference) run.inference->cube_processes += constants;
  for (report::Count& count : run.counts) {
    if (count.key == "processes") count.value = run.processes;
  }
}

std::string violated_invariant(const ld::Program& program, const Trace& trace) {
  const std::string& name = program.invariants[trace.unsafe].name;
  return "invariant " + (name.empty() ? std::to_string(trace.unsafe + 1) : name) + " does not hold";
}

std::optional<report::Run::Inference> inference_of(const search::InferOutcome& infer) {
  if (!infer.ran) return std::nullopt;
  report::Run::Inference result{
      std::string(1, infer.rung), infer.proved, infer.cubes, infer.cube_processes, {}, infer.advice, infer.invariant};
  result.counts.push_back({"k", infer.processes, "processes of a view"});
  result.counts.push_back({"instance", infer.instance, "processes of the instance"});
  for (const search::InferStatistic& row : search::infer_statistics_table)
    result.counts.push_back({row.key, infer.statistics.*row.member, row.meaning});
  return result;
}

report::Run figures(const Options& options, const verify::Outcome& outcome) {
  report::Run run;
  run.version = version();
  run.file = options.operand;
  run.model = outcome.model.name;
  run.counts = counts_of(outcome.statistics);
  run.counts.push_back({"small_states", outcome.small.states, "states of small instances, explored before SAFE"});
  run.counts.push_back({"small_processes", outcome.small.processes, "processes of the largest instance explored completely"});
  run.solver = solver_use(outcome.solver);
  run.invariants = outcome.invariants;
  run.invariant_lines = outcome.invariant_lines;
  run.inference = inference_of(outcome.infer);
  run.cross_checks = outcome.cross_checks;
  run.nodes = outcome.statistics.nodes;
  run.processes = outcome.statistics.processes;
  run.peak_memory = peak_memory();
  run.cpu_seconds = cpu_seconds();
  if (const auto* unknown = std::get_if<verify::Unknown>(&outcome.verdict)) run.reason = unknown->text;
  if (std::holds_alternative<verify::Safe>(outcome.verdict)) run.answer = report::Answer::Safe;
  if (std::holds_alternative<verify::Unsafe>(outcome.verdict)) run.answer = report::Answer::Unsafe;
  return run;
}

}  // namespace

report::Run describe(const Options& options, const ld::Program& program, const verify::Outcome& outcome, double wall_seconds) {
  report::Run run = figures(options, outcome);
  run.wall_seconds = wall_seconds;
  for (std::size_t k = 0; k < outcome.properties.size(); ++k) {
    const verify::Property& each = outcome.properties[k];
    const auto answer = each.answer == verify::Property::Answer::Safe     ? report::Answer::Safe
                        : each.answer == verify::Property::Answer::Unsafe ? report::Answer::Unsafe
                                                                          : report::Answer::Unknown;
    run.properties.push_back({program.unsafes[k].name, program.unsafes[k].line, answer, each.nodes, each.steps, each.reason});
  }
  run.advice = advice(options, program, outcome);
  run.engine = verify::name(outcome.engine);
  count_constants(run, ld::process_constants(program).size());
  if (const auto* unsafe = std::get_if<verify::Unsafe>(&outcome.verdict); unsafe != nullptr && unsafe->invariant)
    run.reason = violated_invariant(program, unsafe->trace);
  if (verify::unsafe_evidence(outcome) == nullptr) {
    run.assumptions = report::assumptions_of(outcome.assumed_invariants, program.number_procs);
    if (outcome.proved_under) run.proved_under = outcome.proved_under->name;
    run.conditions = report::conditions_of(outcome.assumed_invariants, program.number_procs);
    if (outcome.small.false_assumption) {
      const std::string_view remark = outcome.assumed_invariants == 1 ? ", which does not hold" : ", of which one does not hold";
      for (auto* list : {&run.assumptions, &run.conditions}) list->front() += remark;
    }
  } else if (options.verify.shortest) {
    qualify_shortest(run, outcome);  // a trace was executed: it assumes nothing else
  }
  return run;
}

report::Run describe_unread(const Options& options, const std::string& reason) {
  verify::Outcome outcome;
  outcome.model.name = {};
  outcome.verdict = verify::Unknown{verify::UnknownKind::Limit, reason};
  return figures(options, outcome);
}

}  // namespace parapet::cli
