#include "coverage/small_instances.h"

#include <algorithm>
#include <set>

#include "coverage/recorder.h"
#include "machine/explore.h"
#include "machine/targets.h"

namespace parapet::coverage {
namespace {

using machine::Explorer;
using machine::GroundFormula;
using machine::Location;
using machine::State;
using machine::Target;
using machine::Write;

// A process that writes in a loop would fill its buffer without end, so the length of buffers is bounded.
constexpr std::size_t most_entries = 3;
constexpr std::uint64_t attempts_per_state = 200;

void collect_locations(const GroundFormula& formula, const std::vector<machine::GroundSum>& sums, std::set<Location>& out) {
  const auto add = [&](const auto& self, const machine::GroundTerm& term) -> void {
    if (term.kind == machine::GroundTerm::Kind::Cell) out.insert(term.location);
    if (term.kind == machine::GroundTerm::Kind::Constant || term.kind == machine::GroundTerm::Kind::Cell) return;
    for (const GroundFormula& one : sums[term.sum].counted) collect_locations(one, sums, out);
    for (const auto& part : sums[term.sum].parts) self(self, part.second);
  };
  if (formula.kind == GroundFormula::Kind::Compare) {
    add(add, formula.left);
    add(add, formula.right);
  }
  for (const GroundFormula& arg : formula.args) collect_locations(arg, sums, out);
}

// The exploration of one instance, whose roster is given.
class Exploration {
 public:
  Exploration(machine::Instance& instance, std::uint64_t states)
      : instance_(instance),
        invariants_(machine::targets_of(instance, instance.program().invariants)),
        unsafes_(machine::targets_of(instance, instance.program().unsafes)),
        explorer_(instance, {states, attempts_per_state, most_entries}, closed()) {}

  void run(const SmallInstanceLimits& limits, SmallInstances& result) {
    Recorder recorder(instance_, explorer_, result.coverage, result.sizes.size(), {limits.executions});
    bool stopped = false;
    const auto visit = [&](machine::StateNumber number, const State& state) {
      const Explorer::Follow follow = judge(number, state, limits, result);
      stopped = follow == Explorer::Follow::Stop;
      recorder.state(number, state, follow == Explorer::Follow::Yes);
      return follow;
    };
    explorer_.run(visit, [&](machine::StateNumber from, machine::StateNumber to, const machine::Step& step, std::size_t renaming) {
      recorder.edge(from, to, step, renaming);
    });
    recorder.finish(stopped || explorer_.cut());
  }

  [[nodiscard]] const Explorer& explorer() const { return explorer_; }
  // Every reachable state was visited, and each target was tested with all values of open cells.
  [[nodiscard]] bool complete() const { return explorer_.complete() && all_tried_; }

 private:
  Explorer::Follow judge(machine::StateNumber number, const State& state, const SmallInstanceLimits& limits, SmallInstances& result) {
    std::vector<Write> given;
    if (const Target* target = find(invariants_, state, given)) {
      if (!result.excluded) result.excluded = trace(number, given, *target);
      return Explorer::Follow::No;
    }
    if (const Target* target = find(unsafes_, state, given)) {
      result.coverage.unsafes[target->number].reached = true;
      if (!result.unsafe) result.unsafe = trace(number, given, *target);
      // With trusted invariants the exploration goes on: it may still find that an invariant does not hold.
      return invariants_.empty() && limits.stop_at_unsafe ? Explorer::Follow::Stop : Explorer::Follow::Yes;
    }
    return Explorer::Follow::Yes;
  }

  // Cells in invariants are never open, so that it is known whether an invariant excludes a state when the state is reached.
  [[nodiscard]] std::vector<Location> closed() {
    std::set<Location> cells;
    for (const Target& target : invariants_) collect_locations(target.formula, instance_.sums(), cells);
    return {cells.begin(), cells.end()};
  }

  const Target* find(const std::vector<Target>& targets, const State& state, std::vector<Write>& given) {
    return machine::find_possible(instance_, explorer_.domains(), targets, state, given, all_tried_);
  }

  Trace trace(machine::StateNumber number, const std::vector<Write>& given, const Target& target) {
    const Explorer::Reached reached = explorer_.execution_to(number, given);
    Trace result = trace_of(instance_, reached.execution);
    result.unsafe = target.number;
    for (const machine::Process process : target.processes) result.unsafe_processes.push_back(reached.renamed[process]);
    return result;
  }

  machine::Instance& instance_;
  std::vector<Target> invariants_, unsafes_;
  Explorer explorer_;
  bool all_tried_ = true;  // all values of open cells were tried in tests of targets
};

// The rosters to explore: every placement of the constants among the processes if the program compares processes by order, else one.
std::vector<machine::Roster> rosters_of(const ld::Program& program, std::uint32_t processes, Budget& budget) {
  const auto first = machine::roster_of(program, processes);
  if (!first) return {};
  if (first->constants.empty() || !machine::compares_processes(program)) return {*first};
  std::vector<machine::Roster> all;
  machine::each_distinct_tuple(processes, first->constants.size(), budget, [&](const std::vector<machine::Process>& places) {
    all.push_back(*first);
    for (std::size_t k = 0; k < places.size(); ++k) all.back().constants[k].second = places[k];
  });
  return all;
}

}  // namespace

SmallInstances explore_small_instances(const ld::Program& program, const ld::MemoryModel& model, const SmallInstanceLimits& limits,
                                       Budget& budget) {
  SmallInstances result;
  result.coverage = empty_coverage(program);
  std::uint64_t left = limits.states;
  for (const std::uint32_t processes : machine::instance_sizes(program, limits.processes)) {
    SmallInstances::Size size{processes, 0, 0, true, false};
    try {
      for (const machine::Roster& roster : rosters_of(program, processes, budget)) {
        if (left == 0) size.complete = !(size.cut = true);
        if (left == 0 || (result.unsafe && limits.stop_at_unsafe)) break;
        machine::Instance instance(program, model, roster, machine::Instance::Detail::Simplified, budget);
        Exploration exploration(instance, left);
        exploration.run(limits, result);
        size.initial += exploration.explorer().initial_states();
        size.states += exploration.explorer().states();
        size.complete = size.complete && exploration.complete();
        size.cut = size.cut || exploration.explorer().cut();
        left -= exploration.explorer().states();
      }
    } catch (const machine::TooLarge& error) {
      result.skipped = error.what();
      return result;
    }
    result.sizes.push_back(size);
    for (TransitionCoverage& transition : result.coverage.transitions) transition.steps.resize(result.sizes.size());
    if (result.unsafe && limits.stop_at_unsafe) return result;
  }
  return result;
}

}  // namespace parapet::coverage
