// If a certificate is a proof, no reachable state lies in its cubes. The test does not use the timeline machine: states are reached by
// firings and commits, in breadth-first order up to a bound and by random walks beyond it, and each state with empty buffers is tested
// against the cubes that are sets of such states (state_in_cube.h). With a store buffer per location a state with entries may lie in a cube
// of a proof: the search knows some writes as always on time (le/delays.h). A state with empty buffers may not: move each such write to its
// commit.
#include "check/walk.h"

#include <algorithm>
#include <random>

#include "base/contract.h"
#include "base/narrow.h"
#include "check/state_in_cube.h"
#include "machine/explore.h"
#include "result/account.h"

namespace parapet::check {
namespace {

using machine::Explorer;
using machine::State;

constexpr std::size_t walk_length = 200;

class Walker {
 public:
  Walker(machine::Instance& instance, TermArena& arena, const Certificate& certificate, const WalkLimits& limits)
      : instance_(instance), arena_(arena), certificate_(certificate), limits_(limits), explorer_(instance, {limits.states}) {
    for (std::size_t k = 0; k < certificate.cubes.size(); ++k) {
      if (is_of_states(arena, certificate.cubes[k])) cubes_.push_back(k);
    }
    result_.cubes = cubes_.size();
  }

  WalkResult run() {
    explorer_.run([&](machine::StateNumber, const State& state) {
      meet(state);
      return result_.defect.empty() ? Explorer::Follow::Yes : Explorer::Follow::Stop;
    });
    result_.initial = explorer_.initial_states();
    result_.states = explorer_.states();
    result_.exhaustive = explorer_.complete() && all_tried_;
    std::mt19937_64 random(limits_.processes);
    while (!result_.exhaustive && result_.defect.empty() && result_.initial > 0 && result_.steps < limits_.states) {
      const std::uint64_t before = result_.steps;
      random_walk(random);
      if (result_.steps == before) break;
    }
    return std::move(result_);
  }

 private:
  void meet(const State& state) {
    if (!state.drained()) return;
    ++result_.drained;
    for (const std::size_t k : cubes_) {
      std::vector<machine::Write> given;
      const auto test = [&](const State& known, machine::Location& open) {
        return contains(arena_, certificate_.cubes[k], instance_, known, open);
      };
      if (!machine::possible(instance_, explorer_.domains(), state, given, all_tried_, test)) continue;
      State known = state;
      for (const machine::Write& write : given) known.cells[write.location] = write.value;
      result_.defect = "a reachable state lies in cube " + std::to_string(k) + ": " + text(known);
      return;
    }
  }

  // Begins in an initial state; the first states of the exploration are the initial ones.
  void random_walk(std::mt19937_64& random) {
    State state = explorer_.state(narrow<machine::StateNumber>(random() % std::min(result_.initial, result_.states)));
    machine::Successors successors(instance_, explorer_.domains(), {});
    for (std::size_t k = 0; k < walk_length && result_.defect.empty(); ++k) {
      std::vector<State> next;
      successors.each(state, [&](const machine::Step&, const State& one) {
        next.push_back(one);
        return true;
      });
      if (next.empty()) return;
      state = std::move(next[random() % next.size()]);
      ++result_.steps;
      meet(state);
    }
  }

  [[nodiscard]] std::string text(const State& state) {
    const Signature& signature = instance_.program().signature;
    Trace trace;
    trace.processes = instance_.roster().processes;
    trace.constants = instance_.roster().constants;
    std::string result;
    for (machine::Location location = 0; location < state.cells.size(); ++location) {
      if (state.cells[location] == machine::open_value) continue;
      const SymbolId symbol = instance_.layout().symbol(location);
      result += (result.empty() ? "" : ", ") + to_string(Location{symbol, instance_.layout().cell(location)}, signature, trace) + " = " +
                to_string(Value{signature[symbol].sort, instance_.numbers().number(state.cells[location])}, signature, trace);
    }
    return result;
  }

  machine::Instance& instance_;
  TermArena& arena_;
  const Certificate& certificate_;
  const WalkLimits& limits_;
  Explorer explorer_;
  bool all_tried_ = true;           // all values of open cells were tried in tests of cubes
  std::vector<std::size_t> cubes_;  // the cubes that are sets of states with empty buffers
  WalkResult result_;
};

}  // namespace

WalkResult walk(const ld::Program& program, const ld::MemoryModel& model, TermArena& arena, const Certificate& certificate,
                const WalkLimits& limits, Budget& budget) {
  const auto roster = machine::roster_of(program, limits.processes);
  PARAPET_CHECK(roster.has_value(), "the model has an instance of this size");
  machine::Instance instance(program, model, *roster, machine::Instance::Detail::Simplified, budget);
  return Walker(instance, arena, certificate, limits).run();
}

}  // namespace parapet::check
