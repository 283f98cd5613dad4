// Breadth-first order gives shortest executions: when the first step by which a transition fires is seen, the state before it has the least
// depth of all states before a firing of it. States are stored up to a renaming of processes, which changes neither whether a transition
// can fire nor the truth of a part for some choice of the processes. A step that changes nothing leads from a stored state to the same
// stored state without a renaming (the stored state is the least one of its class, and the identity is the first renaming).
//
// A state is reported as stuck only if all its successors were computed. A state with open cells counts as moving if it can move for some
// values of them, so what is reported can be executed.
#include "coverage/recorder.h"

#include <algorithm>

#include "base/narrow.h"
#include "machine/explore.h"

namespace parapet::coverage {

using machine::State;
using machine::StateNumber;
using machine::Step;
using machine::Truth;

Recorder::Recorder(machine::Instance& instance, const machine::Explorer& explorer, Coverage& coverage, std::size_t size, Detail detail)
    : instance_(instance), explorer_(explorer), coverage_(coverage), size_(size), detail_(detail) {
  const ld::Program& program = instance.program();
  for (std::size_t k = 0; k < program.unsafes.size(); ++k) {
    const ld::Unsafe& unsafe = program.unsafes[k];
    const auto conjuncts = conjuncts_of(unsafe.formula);
    machine::each_distinct_tuple(instance.roster().processes, unsafe.parameters, instance.budget(),
                                 [&](const std::vector<machine::Process>& processes) {
                                   GroundUnsafe& ground = unsafes_.emplace_back();
                                   ground.unsafe = k;
                                   for (const ld::Formula* conjunct : conjuncts)
                                     ground.conjuncts.push_back(instance.formula(unsafe, *conjunct, processes));
                                 });
  }
  for (TransitionCoverage& transition : coverage.transitions) transition.steps.resize(std::max(transition.steps.size(), size + 1));
}

void Recorder::state(StateNumber number, const State& state, bool follow) {
  const StateNumber before = explorer_.predecessor(number);
  depth_.push_back(before == number ? 0 : depth_[before] + 1);
  if (follow) followed_.push_back(number);
  for (const GroundUnsafe& ground : unsafes_) {
    UnsafeCoverage& unsafe = coverage_.unsafes[ground.unsafe];
    std::size_t together = 0;
    for (std::size_t k = 0; k < ground.conjuncts.size(); ++k) {
      if (unsafe.conjuncts[k].seen && !detail_.executions) continue;
      instance_.budget().spend();
      // What holds for some values of open cells counts as seen.
      if (instance_.view(state).holds(ground.conjuncts[k]) == Truth::False) continue;
      unsafe.conjuncts[k].seen = true;
      ++together;
    }
    unsafe.most = std::max(unsafe.most, together);
  }
}

void Recorder::edge(StateNumber from, StateNumber to, const Step& step, std::size_t renaming) {
  if (moves_.size() <= std::max(from, to)) moves_.resize(std::max(from, to) + 1, Moves::None);
  const bool changes = from != to || renaming != 0;
  moves_[from] = changes ? Moves::Moves : std::max(moves_[from], Moves::Spins);
  for (const machine::Write& looked : step.looked) coverage_.read_open[instance_.layout().symbol(looked.location).index()] = true;
  if (step.kind == Step::Kind::Fire) fire(from, step);
}

void Recorder::fire(StateNumber from, const Step& step) {
  const std::uint32_t transition = explorer_.successors().firings()[step.firing].transition;
  TransitionCoverage& covered = coverage_.transitions[transition];
  if (!covered.steps[size_] || *covered.steps[size_] > depth_[from] + 1) {
    covered.steps[size_] = depth_[from] + 1;
    if (detail_.executions && !covered.execution) covered.execution = trace_to(from, &step);
  }
  if (std::any_of(covered.branches.begin(), covered.branches.end(), [](const Part& each) { return !each.seen; })) take_branches(from, step);
}

void Recorder::take_branches(StateNumber from, const Step& step) {
  const machine::Firing& firing = explorer_.successors().firings()[step.firing];
  const ld::Transition& transition = instance_.program().transitions[firing.transition];
  std::vector<Part>& branches = coverage_.transitions[firing.transition].branches;
  const auto formulas = branches_of(transition.guard);
  State state = explorer_.state(from);
  for (const machine::Write& looked : step.looked) state.cells[looked.location] = looked.value;
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    if (branches[k].seen) continue;
    const auto ground = instance_.formula(transition, *formulas[k], firing.processes, firing.actor);
    branches[k].seen = instance_.view(state, firing.actor).holds(ground) != Truth::False;
  }
}

// The execution to a stored state and, if given, one more step from it.
Trace Recorder::trace_to(StateNumber number, const Step* step) const {
  machine::Explorer::Reached reached = explorer_.execution_to(number, step != nullptr ? step->looked : std::vector<machine::Write>());
  if (step != nullptr) {
    const machine::Firing& firing = explorer_.successors().firings()[step->firing];
    machine::Execution::Step last;
    last.transition = firing.transition;
    for (const machine::Process process : firing.processes) last.processes.push_back(reached.renamed[process]);
    for (std::size_t h = 0; h < step->havoc.size(); ++h) {
      const machine::Code value = step->havoc[h];
      const bool is_process = instance_.program().signature[firing.havocs[h]].sort == Signature::proc && value >= 0 &&
                              std::cmp_less(value, reached.renamed.size());
      last.havoc.push_back(is_process ? narrow<machine::Code>(reached.renamed[narrow<std::size_t>(value)]) : value);
    }
    reached.execution.steps.push_back(std::move(last));
  }
  Trace trace = trace_of(instance_, reached.execution);
  trace.unsafe = Trace::no_formula;
  return trace;
}

bool Recorder::is_expected(const State& state) {
  const auto& expected = instance_.program().expected_stuck;
  return std::any_of(expected.begin(), expected.end(), [&](const ld::StateFormula& each) {
    return instance_.view(state).holds(instance_.formula(each, each.formula, {})) != Truth::False;
  });
}

void Recorder::finish(bool ended_early) {
  // If the exploration ended early, the last state may have been expanded in part.
  std::size_t expanded = followed_.size() - std::min<std::size_t>(followed_.size(), explorer_.waiting());
  if (ended_early && expanded > 0) --expanded;
  moves_.resize(std::max<std::size_t>(moves_.size(), explorer_.states()), Moves::None);
  StuckStates& stuck = coverage_.stuck;
  for (std::size_t k = 0; k < expanded; ++k) {
    const StateNumber number = followed_[k];
    if (moves_[number] == Moves::Moves) continue;
    instance_.budget().spend();
    if (is_expected(explorer_.state(number))) {
      ++stuck.expected;
      continue;
    }
    const bool spins = moves_[number] == Moves::Spins;
    ++(spins ? stuck.spinning : stuck.stopped);
    std::optional<Trace>& example = spins ? stuck.spinning_at : stuck.stopped_at;
    if (!example) example = trace_to(number, nullptr);
  }
}

}  // namespace parapet::coverage
