#include "cli/second_opinion.h"

#include "base/contract.h"
#include "check/replay.h"
#include "cli/search_run.h"
#include "report/execution.h"
#include "report/run.h"
#include "report/trace_text.h"

namespace parapet::cli {
namespace {

// With --paranoid.
constexpr std::uint64_t many_states = 200'000;
// Where paths of the search could not be executed: as much as a small model takes to be explored whole.
constexpr std::uint64_t states_to_hunt = 20'000;

std::string where(const Trace& trace) {
  return "an execution with " + report::counted(trace.processes, "process", "es") + " and " + report::counted(trace.steps.size(), "step");
}

void print(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, std::string_view target, std::ostream& out,
           Budget& budget) {
  const check::ReplayResult replayed = check::replay(program, model, trace, budget);
  PARAPET_CHECK(replayed.ok(), "an execution of a small instance can be replayed");
  report::print_trace(out, {program, trace, replayed.account, std::string(model.name), target});
}

void warn_of_false_invariant(const Finished& finished, const Trace& trace, Console& console, Budget& budget) {
  const ld::Program as_unsafe = with_invariants_unsafe(*finished.program);
  const std::string& name = as_unsafe.unsafes[trace.unsafe].name;
  console.err << "parapet: warning: the trusted invariant "
              << (name.empty() ? "number " + std::to_string(trace.unsafe + 1) : "`" + name + "`") << " does not hold: " << where(trace)
              << " violates it, so the verdict rests on a false assumption\n";
  print(as_unsafe, finished.model, trace, "invariant", console.err, budget);
}

}  // namespace

void ask_small_instances(const Options& options, Finished& finished, Console& console, Budget& budget) {
  check::SmallInstanceLimits limits;
  limits.states = options.search.paranoid ? std::max(options.search.small_states, many_states) : options.search.small_states;
  if (options.search.small_states == 0) return;
  const check::SmallInstances found = check::explore_small_instances(*finished.program, finished.model, limits, budget);
  for (const auto& size : found.sizes) {
    finished.small_states += size.states;
    if (size.complete) finished.small_processes = size.processes;
  }
  if (found.unsafe) {
    console.err << "parapet: the search says SAFE, but " << where(*found.unsafe) << " reaches an unsafe state:\n\n";
    print(*finished.program, finished.model, *found.unsafe, "unsafe", console.err, budget);
    throw InternalError("the search and the exploration of small instances contradict each other");
  }
  if (found.excluded) warn_of_false_invariant(finished, *found.excluded, console, budget);
}

std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget) {
  check::SmallInstanceLimits limits;
  limits.states = states_to_hunt;
  const check::SmallInstances found = check::explore_small_instances(program, model, limits, budget);
  if (!found.unsafe || !check::replay(program, model, *found.unsafe, budget).ok()) return std::nullopt;
  return found.unsafe;
}

}  // namespace parapet::cli
