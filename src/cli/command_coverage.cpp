// `parapet coverage`: what do the executions of small instances do, and what do they never do?
#include <algorithm>

#include "base/spelling.h"
#include "check/replay.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "coverage/small_instances.h"
#include "report/execution_report.h"
#include "report/instance_report.h"

namespace parapet::cli {
namespace {

// The execution that `--show` asks for, by its transition or `stuck`.
const Trace& shown(const CoverageOptions& options, const ld::Program& program, const coverage::Coverage& coverage) {
  if (options.show == "stuck") {
    const coverage::StuckStates& stuck = coverage.stuck;
    if (!stuck.stopped_at && !stuck.spinning_at) throw UsageError("'--show stuck': no explored state is stuck unexpectedly");
    return stuck.stopped_at ? *stuck.stopped_at : *stuck.spinning_at;
  }
  const auto named = std::ranges::find(program.transitions, options.show, &ld::Transition::name);
  if (named == program.transitions.end()) {
    std::vector<std::string_view> names;
    for (const ld::Transition& each : program.transitions) names.push_back(each.name);
    const std::string hint = did_you_mean(options.show, names);
    throw UsageError("'--show " + options.show + "': there is no such transition" + (hint.empty() ? "" : "; " + hint));
  }
  const auto& execution = coverage.transitions[static_cast<std::size_t>(named - program.transitions.begin())].execution;
  if (!execution) throw UsageError("'--show " + options.show + "': no explored execution fires it");
  return *execution;
}

}  // namespace

Exit run_coverage(const Options& options, const frontend::Loaded& loaded, Console& console) {
  ld::Program program = *loaded.program;
  for (const std::string& formula : options.coverage.stuck)
    program.expected_stuck.push_back(state_formula(loaded.file, formula, "--expect-stuck", console));
  const ld::MemoryModel model = memory_model(options, program);
  Budget unlimited;
  Budget& budget = options.limits.budget_or(unlimited);
  const coverage::SmallInstanceLimits limits{options.coverage.processes, options.coverage.states, false, true};
  const coverage::SmallInstances small = coverage::explore_small_instances(program, model, limits, budget);
  std::optional<check::ReplayResult> replayed;
  std::optional<evidence::Execution> execution;
  if (!options.coverage.show.empty()) {
    const Trace& trace = shown(options.coverage, program, small.coverage);
    replayed = check::replay(program, model, trace, budget);
    PARAPET_CHECK(replayed->ok(), "an explored execution can be replayed");
    execution.emplace(evidence::Execution{program, trace, replayed->account, model.name, "", loaded.file.name()});
  }
  const report::CoverageReport report{
      std::string(version()),           options.operand, std::string(model.name), program, small, console.messages,
      execution ? &*execution : nullptr};
  if (options.report.format == Format::Json) {
    console.answer(report::to_json(report));
  } else if (execution) {
    report::print_trace(console.out, *execution);
  } else {
    report::print(console.out, report);
  }
  const coverage::StuckStates& stuck = small.coverage.stuck;
  return !program.expected_stuck.empty() && stuck.stopped + stuck.spinning != 0 ? Exit::Unsafe : Exit::Success;
}

}  // namespace parapet::cli
