// The replay machine, used forward from an initial state, reaches as many states as the enumerator visits: neither misses a step.
#include <doctest/doctest.h>

#include <cstdlib>
#include <set>
#include <string>
#include <vector>

#include "check/firing.h"
#include "check/machine.h"
#include "random/enumerator.h"
#include "random/live.h"
#include "random/steps.h"
#include "random/text_model.h"

using namespace parapet;
using test::EnumResult;
using test::Memory;
using test::Profile;

namespace {

// Which step wrote a value is no part of the state.
std::string key(const check::State& state) {
  std::string text;
  for (const auto& cells : state.cells) {
    for (const auto& cell : cells) text += cell.value.number.to_string() + " ";
  }
  for (const auto& buffer : state.buffers) {
    text += "|";
    for (const auto& entry : buffer) {
      std::set<std::string> writes;
      for (const auto& write : entry.writes)
        writes.insert(std::to_string(write.location.symbol.value) + "," + std::to_string(write.location.cell) + "=" +
                      write.value.number.to_string());
      text += "(";
      for (const std::string& write : writes) text += write + " ";
      text += ")";
    }
  }
  return text;
}

std::size_t reached(const check::Setting& setting, const std::vector<TraceStep>& steps) {
  std::vector<check::State> states{check::initial_state(setting)};
  std::set<std::string> known{key(states[0])};
  for (std::size_t at = 0; at < states.size(); ++at) {
    for (const TraceStep& step : steps) {
      check::State next = states[at];
      StepAccount account;
      const bool fires = step.kind == TraceStep::Kind::Fire;
      if (fires ? check::fire(setting, next, step, 0, account) : check::commit(setting, next, step, account)) continue;
      if (known.insert(key(next)).second) states.push_back(std::move(next));
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
  const check::Setting setting{program, memory == Memory::Sc ? check::Machine::Sc : check::Machine::Tso, *start.trace};
  CHECK(reached(setting, *steps) == whole.states);
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
