// The outcome of the pipeline in words: as a report::Run, and advice after UNKNOWN.
#include <sys/resource.h>

#include <algorithm>

#include "base/budget.h"
#include "cli/check_report.h"
#include "cli/console.h"
#include "ld/text.h"
#include "report/run.h"

namespace parapet::cli {
// A search that does not end keeps finding cubes that no visited cube covers. What these cubes have more and more of shows what a proof
// would have to bound: processes, open reads (processes that spin between fences), or numbers.

namespace {

using report::counted;

bool has_universal(const ld::Formula& formula) {
  using Kind = ld::Formula::Kind;
  if (formula.kind == Kind::Forall || formula.kind == Kind::ForallOther) return true;
  return std::ranges::any_of(formula.args, has_universal);
}

// "`enter` (line 12), `leave` (line 20)", at most three.
std::string universal_transitions(const ld::Program& program) {
  constexpr std::size_t most = 3;
  std::string text;
  std::size_t count = 0;
  for (const ld::Transition& each : program.transitions) {
    if (!has_universal(each.guard)) continue;
    if (++count <= most) text += (text.empty() ? "`" : ", `") + each.name + "` (line " + std::to_string(each.line) + ")";
  }
  return count > most ? text + " and " + std::to_string(count - most) + " more" : text;
}

bool has_numbers(const ld::Program& program) {
  return std::ranges::any_of(program.signature.symbols(), [](const Symbol& symbol) {
    return !symbol.constant && (symbol.sort == Signature::integer || symbol.sort == Signature::real);
  });
}

class Advice {
 public:
  Advice(const Options& options, const ld::Program& program, const verify::Outcome& outcome)
      : options_(options), program_(program), outcome_(outcome), statistics_(outcome.statistics) {}

  std::vector<std::string> lines(UnknownKind kind) {
    switch (kind) {
      case UnknownKind::Limit:
        dropped();
        grows();
        guesses();
        infers();
        keep_three();
        look();
        break;
      case UnknownKind::Spurious:
        spurious();
        break;
      case UnknownKind::Solver:
        add("what the solver could not decide is written by '--dump-smt DIR --dump-only asked'; '--solver cvc5' or a larger "
            "'--query-limit' may decide it");
        break;
      case UnknownKind::Inexact:
        add("plain names that several processes access are what the engine is not exact about: declare them weak if they are memory of the "
            "program, or access them in steps without buffered writes");
        break;
      case UnknownKind::Invariants:
        add("an invariant that holds may be too weak to be proved alone: strengthen it, or state what it relies on as a further invariant");
        break;
      case UnknownKind::Interrupted:
      case UnknownKind::CrossCheck:
        break;
    }
    return std::move(lines_);
  }

 private:
  void add(std::string line) { lines_.push_back((lines_.empty() ? "advice: " : "        ") + std::move(line)); }

  // The inference is left out with pending reads (search/guess/views/open_views.h).
  void infers() {
    const bool pending = outcome_.engine == Engine::Ghb && outcome_.model.buffers != ld::Buffers::None;
    if (!pending && options_.verify.search.infer == search::Infer::Off)
      add("no invariant was inferred ('--infer off'): '--infer auto' may decide the model");
    if (pending && options_.verify.search.infer == search::Infer::Auto)
      add("no invariant was inferred: views do not speak of the pending reads of the event engine; '--engine timeline' infers");
  }

  // Limits that leave cubes out, where the search would otherwise go on.
  void dropped() {
    const auto drops = [&](const std::string& option, std::uint64_t limit, const std::string& which) {
      if (limit != 0)
        add("'" + option + " " + std::to_string(limit) + "' leaves out cubes " + which +
            ": with a larger limit, or without, SAFE is possible");
    };
    drops("--max-depth", options_.verify.search.max_depth, "that are further away from unsafe");
    drops("--max-procs", options_.verify.search.max_processes, "with more processes");
  }

  void grows() {
    std::uint64_t named = 0;
    for (const ld::Unsafe& unsafe : program_.unsafes) named = std::max<std::uint64_t>(named, unsafe.parameters);
    if (statistics_.processes >= named + 3) {
      add("cubes have up to " + counted(statistics_.processes, "process", "es") + ", the unsafe formulas name " + std::to_string(named) +
          ": state an invariant about fewer processes (`invariant`, with '--check-invariants'), or look for a counterexample with "
          "'--max-procs " +
          std::to_string(named + 1) + "'");
    }
    if (statistics_.open_reads >= 4)
      add("cubes have up to " + counted(statistics_.open_reads, "open read") +
          ": processes read weak locations again and again while their writes are buffered; fewer such steps, or a fence, make a proof "
          "possible");
    if (has_numbers(program_))
      add("the model has numbers, which can grow without end: bound them in the guards, or state how they relate as an invariant");
    if (lines_.empty() && statistics_.frontier > 0)
      add("the frontier still has " + counted(statistics_.frontier, "cube") + ": a larger limit may be enough");
  }

  void guesses() {
    if (statistics_.candidates != 0)
      add(counted(statistics_.candidates, "invariant") + " guessed, " +
          (statistics_.blamed == 0 ? "none of them refuted"
                                   : std::to_string(statistics_.blamed) + " of them refuted because their search met init") +
          "; '-v' shows which");
    else if (options_.verify.search.approximate == 0)
      add("invariants were not guessed ('--approx off'): '--approx auto' may decide the model");
  }

  void spurious() {
    if (const std::string names = universal_transitions(program_); !names.empty())
      add("a universal guard is required only of the processes that a cube mentions, so the search may take a step that other processes "
          "forbid: see " +
          names);
    add(std::string(statistics_.spurious != 0 ? "'--show-spurious' prints the path that could not be executed"
                                              : "'--show-spurious' prints an execution in which processes vanish") +
        "; an invariant that excludes it (`invariant`, with '--check-invariants') decides the model");
  }

  // The first lines depend most on the model.
  void keep_three() { lines_.resize(std::min<std::size_t>(lines_.size(), 3)); }

  void look() { add("to look further: '-v' lists the visited cubes, '--stats' counts them, `parapet explain NODE FILE` explains one"); }

  const Options& options_;
  const ld::Program& program_;
  const verify::Outcome& outcome_;
  const search::SearchStatistics& statistics_;
  std::vector<std::string> lines_;
};

// Empty if the verdict is not UNKNOWN.
std::vector<std::string> advice(const Options& options, const ld::Program& program, const verify::Outcome& outcome) {
  const auto* const unknown = std::get_if<Unknown>(&outcome.verdict);
  if (unknown == nullptr) return {};
  return Advice(options, program, outcome).lines(unknown->kind);
}

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
  if (const auto* unknown = std::get_if<Unknown>(&outcome.verdict)) run.reason = unknown->reason;
  run.answer = kind_of(outcome.verdict);
  return run;
}

}  // namespace

report::Run describe(const Options& options, const ld::Program& program, const verify::Outcome& outcome, double wall_seconds) {
  report::Run run = figures(options, outcome);
  run.wall_seconds = wall_seconds;
  for (std::size_t k = 0; k < outcome.properties.size(); ++k) {
    const verify::Property& each = outcome.properties[k];
    run.properties.push_back({program.unsafes[k].name, program.unsafes[k].line, each.verdict, each.nodes, each.steps, each.reason});
  }
  run.advice = advice(options, program, outcome);
  run.engine = name(outcome.engine);
  count_constants(run, ld::process_constants(program).size());
  if (const auto* unsafe = std::get_if<Unsafe>(&outcome.verdict); unsafe != nullptr && unsafe->invariant)
    run.reason = violated_invariant(program, unsafe->trace);
  if (verify::unsafe_evidence(outcome) == nullptr) {
    run.assumptions = report::assumptions_of(outcome.assumed_invariants, program.number_procs);
    if (outcome.proved_under) run.proved_under = outcome.proved_under->name;
    if (const Safe* const safe = verify::safe_evidence(outcome); safe != nullptr && !safe->certificate.why_unchecked().empty())
      run.assumptions.push_back("without a certificate: " + std::string(safe->certificate.why_unchecked()));
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
  outcome.verdict = Unknown{reason};
  return figures(options, outcome);
}

}  // namespace parapet::cli
