// The replay machine, used forward from an initial state, reaches as many states as the enumerator visits: neither misses a step.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "check/trace_of.h"
#include "machine/symmetry.h"
#include "random/enumerator.h"
#include "random/live.h"
#include "random/steps.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumResult;
using test::Memory;
using test::Profile;

namespace {

std::size_t reached(const ld::Program& program, const ld::MemoryModel& model, const Trace& start, const std::vector<TraceStep>& steps) {
  Budget budget;
  machine::Instance instance(program, model, check::roster_of(start), machine::Instance::Detail::Full, budget);
  machine::State first = instance.blank_state();
  machine::Location location = 0;
  for (const auto& cells : start.initial) {
    for (const Value& value : cells) first.cells[location++] = instance.numbers().code(value.number);
  }
  std::vector<machine::State> states{first};
  std::set<machine::Words> known;
  const auto is_new = [&](const machine::State& state) {
    machine::Words words;
    machine::encode(state, words);
    return known.insert(words).second;
  };
  is_new(first);
  for (std::size_t at = 0; at < states.size(); ++at) {
    for (const TraceStep& step : steps) {
      machine::State next = states[at];
      if (step.kind == TraceStep::Kind::Commit) {
        if (next.buffers[step.processes[0]].empty()) continue;
        instance.commit(next, step.processes[0]);
      } else {
        if (std::set<Process>(step.processes.begin(), step.processes.end()).size() != step.processes.size()) continue;
        const machine::Firing firing = instance.firing(step.transition, step.processes);
        std::vector<machine::Code> havoc;
        for (const Value& value : step.havoc) havoc.push_back(instance.numbers().code(value.number));
        const machine::Fired fired = instance.attempt(firing, next, havoc);
        if (fired.outcome != machine::Fired::Outcome::Done) continue;
        instance.store(next, firing, fired.writes);
      }
      if (is_new(next)) states.push_back(std::move(next));
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
  return program;
}

// Whether the model was fit for the comparison: one initial state, nothing cut, few states.
bool compare(const ld::Program& program, std::uint32_t processes, Memory memory) {
  test::EnumLimits limits;
  limits.states = 600;
  limits.whole = true;
  const EnumResult whole = test::enumerate(program, processes, memory, limits);
  const EnumResult start = test::enumerate(stuck(program), processes, memory, limits);
  const auto steps = test::all_steps(program, processes);
  if (!whole.complete || start.states != 1 || !steps) return false;
  CHECK(reached(program, memory == Memory::Sc ? ld::sc : ld::tso, *start.trace, *steps) == whole.states);
  return true;
}

void compare_many(Profile profile, std::uint64_t models) {
  if (std::getenv("PARAPET_SLOW") != nullptr) models *= 20;
  std::size_t compared = 0;
  for (std::uint64_t seed = 0; seed < models; ++seed) {
    const std::string text = to_text(generate_live(profile, seed));
    CAPTURE(text);
    const ld::Program program = test::program_of(text);
    for (const std::uint32_t processes : {2U, 3U}) {
      for (const Memory memory : {Memory::Sc, Memory::Tso}) compared += compare(program, processes, memory) ? 1 : 0;
    }
  }
  MESSAGE(std::string(to_string(profile)) << ": " << compared << " state spaces compared");
  CHECK(compared > models / 2);
}

}  // namespace

TEST_CASE("random: the replay machine and the enumerator reach the same number of states") {
  for (const Profile profile : {Profile::Plain, Profile::Weak, Profile::Litmus, Profile::SharedPlain}) compare_many(profile, 40);
}
