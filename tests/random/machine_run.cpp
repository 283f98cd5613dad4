#include "random/machine_run.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "check/replay.h"
#include "coverage/small_instances.h"
#include "machine/explore.h"
#include "machine/symmetry.h"
#include "random/ground.h"
#include "random/steps.h"

namespace parapet::test {
namespace {

using EnumVerdict = EnumResult::Verdict;

const ld::MemoryModel& model_of(Memory memory) {
  if (memory == Memory::Sc) return ld::sc;
  return memory == Memory::Tso ? ld::tso : ld::pso;
}

// The state after a step, if it can be made.
std::optional<machine::State> after(machine::Instance& instance, const machine::State& state, const TraceStep& step) {
  machine::State next = state;
  if (step.kind == TraceStep::Kind::Commit) {
    const Process process = step.processes[0];
    for (const std::size_t place : instance.committable(state, process)) {
      const machine::Location location = state.buffers[process][place][0].location;
      const bool named = !step.location || (instance.layout().symbol(location) == step.location->symbol &&
                                            instance.layout().cell(location) == step.location->cell);
      if (!named) continue;
      instance.commit(next, process, place);
      return next;
    }
    return std::nullopt;
  }
  if (std::set<Process>(step.processes.begin(), step.processes.end()).size() != step.processes.size()) return std::nullopt;
  const machine::Firing firing = instance.firing(step.transition, step.processes);
  std::vector<machine::Code> havoc;
  for (const Value& value : step.havoc) havoc.push_back(instance.numbers().code(value.number));
  const machine::Fired fired = instance.attempt(firing, next, havoc);
  if (fired.outcome != machine::Fired::Outcome::Done) return std::nullopt;
  instance.store(next, firing, fired);
  return next;
}

// How many states the machine reaches from the beginning of the trace; it stops beyond `most`.
std::size_t reached(const ld::Program& program, const ld::MemoryModel& model, const Trace& start, const std::vector<TraceStep>& steps,
                    std::size_t most) {
  Budget budget;
  machine::Instance instance(program, model, roster_of(start), machine::Instance::Detail::Full, budget);
  machine::State first = instance.blank_state();
  machine::Location location = 0;
  for (const auto& cells : start.initial) {
    for (const Value& value : cells) first.cells[location++] = instance.numbers().code(value.number);
  }
  std::vector<machine::State> states{first};
  std::set<machine::Words> known;
  const auto is_new = [&](const machine::State& state) {
    machine::Words words;
    machine::encode(instance, state, words);
    return known.insert(words).second;
  };
  is_new(first);
  for (std::size_t at = 0; at < states.size() && states.size() <= most; ++at) {
    for (const TraceStep& step : steps) {
      auto next = after(instance, states[at], step);
      if (next && is_new(*next)) states.push_back(std::move(*next));
    }
  }
  return states.size();
}

// A copy that stays in its initial states, all of which are unsafe; it still names the same constants.
ld::Program stuck(ld::Program program) {
  ld::Formula never;
  never.kind = ld::Formula::Kind::False;
  for (ld::Transition& transition : program.transitions) {
    ld::Formula guard;
    guard.kind = ld::Formula::Kind::And;
    guard.args = {never, transition.guard};
    transition.guard = guard;
  }
  program.unsafes.push_back({});
  for (ld::Program& written : program.written) written = stuck(written);
  return program;
}

void compare_states(const ld::Program& program, Memory memory, unsigned processes, MachineCompared& result) {
  EnumLimits limits;
  limits.states = 600;
  limits.whole = true;
  limits.trusting = false;
  const EnumResult start = enumerate(stuck(program), processes, memory, limits);
  const auto steps = all_steps(program, processes, memory == Memory::Pso);
  if (start.states != 1 || !start.complete || !steps) return;
  const EnumResult whole = enumerate(program, processes, memory, limits);
  if (!whole.complete) return;
  ++result.state_spaces;
  const std::size_t count = reached(program, model_of(memory), *start.trace, *steps, whole.states);
  if (count != whole.states)
    result.defect = "states of " + std::to_string(processes) + " processes: the enumerator has " + std::to_string(whole.states) +
                    ", the machine " + (count > whole.states ? "more" : std::to_string(count));
}

std::string wrong_trace(const ld::Program& program, Memory memory, const Trace& trace) {
  const std::string refuted = refute(program, memory, trace);
  if (!refuted.empty()) return "an execution of a small instance is none: " + refuted;
  const check::ReplayResult replayed = check::replay(program, model_of(memory), trace);
  return replayed.ok() ? "" : "an execution of a small instance is not replayed: " + replayed.reason;
}

void compare_verdicts(const ld::Program& program, Memory memory, unsigned processes, MachineCompared& result) {
  // A store buffer has no bound, and every entry more is a longer state: many states of one process that only writes take long.
  constexpr std::size_t states = 3000;
  Budget budget;
  const coverage::SmallInstances small = coverage::explore_small_instances(program, model_of(memory), {processes, states}, budget);
  if (small.unsafe) result.defect = wrong_trace(program, memory, *small.unsafe);
  EnumLimits limits;
  limits.states = states;
  bool all_visited = true;
  bool violated = false;
  for (const coverage::SmallInstances::Size& size : small.sizes) {
    if (!result.defect.empty()) return;
    const EnumResult same = enumerate(program, size.processes, memory, limits);
    const bool found = small.unsafe && small.unsafe->processes == size.processes;
    const std::string name = std::to_string(size.processes) + " processes";
    result.unsafe = result.unsafe || same.verdict == EnumVerdict::Unsafe;
    result.verdicts = result.verdicts || found || same.verdict == EnumVerdict::Unsafe || (size.complete && same.complete);
    if (found && same.verdict == EnumVerdict::Safe) result.defect = "small instances find " + name + " unsafe, the enumerator does not";
    if (!found && size.complete && same.verdict == EnumVerdict::Unsafe)
      result.defect = "the enumerator finds " + name + " unsafe, a complete small instance does not";
    all_visited = all_visited && size.complete && same.complete && same.verdict == EnumVerdict::Safe;
    violated = violated || same.violated;
  }
  if (result.defect.empty() && all_visited && violated != small.excluded.has_value())
    result.defect = violated ? "only the enumerator violates an invariant" : "only a small instance violates an invariant";
}

}  // namespace

MachineCompared compare_machine(const ld::Program& program, Memory memory, unsigned processes) {
  MachineCompared result;
  compare_verdicts(program, memory, processes, result);
  const auto most = std::max(processes, static_cast<unsigned>(named_constants(program).size()));
  for (unsigned count = 1; count <= most && result.defect.empty(); ++count) compare_states(program, memory, count, result);
  return result;
}

}  // namespace parapet::test
