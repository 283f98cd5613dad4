// One execution, step by step: what is offered can be replayed, undo takes back, and a state that is found is reached.
#include "coverage/simulation.h"

#include <doctest/doctest.h>

#include "check/replay.h"
#include "frontend/frontend.h"
#include "random/text_model.h"

using namespace parapet;

namespace {

const std::string text =
    "type loc = Idle | Asking | Inside\narray PC[proc] : loc\nweak array Flag[proc] : bool\ninit (p) { PC[p] = Idle && Flag[p] = False }\n"
    "unsafe (p q) { PC[p] = Inside && PC[q] = Inside }\n"
    "transition ask ([p]) requires { PC[p] = Idle } { Flag[p] := True; PC[p] := Asking }\n"
    "transition enter ([p]) requires { PC[p] = Asking && forall_other q. Flag[q] = False } { PC[p] := Inside }\n";

ld::StateFormula formula(const std::string& formula_text) {
  Diagnostics diagnostics;
  auto result = frontend::read_formula(SourceFile("test.cub", text), formula_text, diagnostics);
  REQUIRE(result);
  return *result;
}

}  // namespace

TEST_CASE("simulation: every walk can be replayed, and one that ends in an unsafe state is a counterexample") {
  const ld::Program program = test::program_of(text);
  Budget budget;
  coverage::Simulation simulation(program, ld::tso, *machine::roster_of(program, 2), budget);
  REQUIRE(simulation.initial_states() == 1);
  std::size_t unsafe = 0;
  for (std::size_t seed = 0; seed < 200; ++seed) {
    simulation.start(0);
    std::size_t number = seed;
    for (std::size_t step = 0; step < 8; ++step) {
      const auto choices = simulation.choices();
      if (choices.empty()) break;
      simulation.take(choices[number % choices.size()]);
      number = number / 2 + step * 31;
    }
    const Trace trace = simulation.trace();
    CHECK(trace.violates() == simulation.is_unsafe());
    CHECK(check::replay(program, ld::tso, trace).reason == "");
    if (trace.violates()) ++unsafe;
  }
  CHECK(unsafe > 0);
}

TEST_CASE("simulation: undo takes back one step after the other, down to the initial state") {
  const ld::Program program = test::program_of(text);
  Budget budget;
  coverage::Simulation simulation(program, ld::tso, *machine::roster_of(program, 2), budget);
  simulation.start(0);
  std::vector<std::vector<std::string>> states{simulation.state_lines()};
  for (std::size_t step = 0; step < 5; ++step) {
    simulation.take(simulation.choices().back());
    states.push_back(simulation.state_lines());
  }
  for (std::size_t step = 5; step-- > 0;) {
    CHECK(simulation.undo());
    CHECK(simulation.state_lines() == states[step]);
  }
  CHECK_FALSE(simulation.undo());
}

TEST_CASE("simulation: a shortest execution to a state, or that there is none") {
  const ld::Program program = test::program_of(text);
  Budget budget;
  const auto find = [&](const std::string& wanted, const ld::MemoryModel& model, std::uint32_t processes) {
    return coverage::find_state(program, model, *machine::roster_of(program, processes), formula(wanted), 10'000, budget);
  };
  const coverage::Found both = find("exists p <> q. PC[p] = Inside && PC[q] = Inside", ld::tso, 2);
  REQUIRE(both.trace);
  CHECK(both.trace->steps.size() == 4);
  CHECK(both.trace->violates());  // it is an unsafe state
  CHECK(check::replay(program, ld::tso, *both.trace).reason == "");
  const coverage::Found none = find("exists p <> q. PC[p] = Inside && PC[q] = Inside", ld::sc, 3);
  CHECK_FALSE(none.trace);
  CHECK(none.complete);
  CHECK(find("forall p. PC[p] = Inside", ld::sc, 1).trace->steps.size() == 2);
  const coverage::Found asking = find("exists p. p @ Flag[p] = True && PC[p] = Asking", ld::tso, 1);
  REQUIRE(asking.trace);
  CHECK(asking.trace->steps.size() == 1);
  CHECK_FALSE(asking.trace->violates());
}

TEST_CASE("formulas about states: errors are located in the formula, and names are those of the model") {
  const auto errors = [](const std::string& wanted) {
    Diagnostics diagnostics;
    CHECK_FALSE(frontend::read_formula(SourceFile("test.cub", text), wanted, diagnostics));
    REQUIRE(diagnostics.has_errors());
    for (const Diagnostic& each : diagnostics.all()) CHECK(each.range.end <= wanted.size());
    return diagnostics.all().front();
  };
  CHECK(errors("exists p. PC[p] = Insde").range.begin == 18);
  errors("");
  errors("true *) transition evil () { }");
  errors("true (* ");
  errors("true } transition t () { } (");
  CHECK(errors("exists p. Flag[p] = True").message.find("reads it") != std::string::npos);
}
