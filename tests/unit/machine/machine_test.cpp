// The forward machine by the definitions of docs/language.md, a rule a test.
#include <doctest/doctest.h>

#include <set>

#include "base/contract.h"
#include "machine/explore.h"
#include "random/text_model.h"

using namespace parapet;
using namespace parapet::machine;

namespace {

struct Explored {
  std::uint64_t initial = 0, states = 0;
  bool complete = false;
  std::set<std::string> fired;
};

Explored explored(const std::string& text, std::uint32_t processes, const ld::MemoryModel& model = ld::sc, ExploreLimits limits = {}) {
  const ld::Program program = test::program_of(text);
  Budget budget;
  Instance instance(program, model, roster_of(program, processes).value(), Instance::Detail::Simplified, budget);
  Explorer explorer(instance, limits);
  Explored result;
  explorer.run([&](StateNumber number, const State&) {
    const auto reached = explorer.execution_to(number);
    for (const Execution::Step& step : reached.execution.steps) {
      if (step.kind == Step::Kind::Fire) result.fired.insert(program.transitions[step.transition].name);
    }
    return Explorer::Follow::Yes;
  });
  result.initial = explorer.initial_states();
  result.states = explorer.states();
  result.complete = explorer.complete();
  return result;
}

// The names of the transitions that fire with so many processes, separated by blanks.
std::string fires(const std::string& transitions, std::uint32_t processes, const ld::MemoryModel& model = ld::sc) {
  const std::string text =
      "array A[proc] : bool\nweak array W[proc] : bool\nvar Last : int\n"
      "init (z) { A[z] = False && W[z] = False && Last = 0 }\nunsafe () { Last = 99 }\n" +
      transitions;
  std::string names;
  for (const std::string& name : explored(text, processes, model).fired) names += (names.empty() ? "" : " ") + name;
  return names;
}

}  // namespace

TEST_CASE("machine: a roster has the processes that constants name, and respects number_procs") {
  const ld::Program program = test::program_of("number_procs 3\nvar X : proc\ninit { X = #1 || X = #3 }\nunsafe () { X = #3 }");
  CHECK_FALSE(roster_of(program, 1));
  CHECK(roster_of(program, 2)->constant(3) == 1);
  CHECK(roster_of(program, 3)->names(1));
  CHECK_FALSE(roster_of(program, 3)->names(2));
  CHECK_FALSE(roster_of(program, 4));
  CHECK(instance_sizes(program, 3) == std::vector<std::uint32_t>{2, 3});
  CHECK(instance_sizes(program, 1) == std::vector<std::uint32_t>{2});
  CHECK_THROWS_AS(static_cast<void>(roster_of(program, 2)->constant(2)), InternalError);
}

TEST_CASE("machine: a layout that is too large is refused") {
  const ld::Program program =
      test::program_of("array M[proc, proc, proc, proc, proc, proc, proc] : bool\ninit { true }\nunsafe () { true }");
  CHECK(Layout(program.signature, 2).size() == 128);
  CHECK_THROWS_AS(Layout(program.signature, 9), TooLarge);
}

TEST_CASE("machine: quantifiers range over all processes, parameters included, but for `other`") {
  const char* const alone = R"(
transition everybody (p) requires { forall q. A[q] = True } { Last := 1 }
transition others (p) requires { forall_other q. A[q] = True } { Last := 2 }
transition nobody_else (p) requires { exists_other q. A[q] = False } { Last := 3 }
transition somebody (p) requires { exists q. A[q] = False } { Last := 4 }
transition two (p) requires { exists q <> r. A[q] = A[r] } { Last := 5 }
transition no_two (p) requires { forall q <> r. A[q] <> A[r] } { Last := 6 }
)";
  CHECK(fires(alone, 1) == "no_two others somebody");
  CHECK(fires(alone, 2) == "nobody_else somebody two");
}

TEST_CASE("machine: a fence that the body of a universal quantifier demands counts for an empty range too") {
  const char* const steps = R"(
transition write ([p]) requires { A[p] = False } { A[p] := True; W[p] := True }
transition fenced ([p]) requires { A[p] = True && W[p] = True && forall_other q. (A[q] = False && fence()) } { Last := Last + 1 }
transition denied ([p]) requires { A[p] = True && not (exists_other q. not (fence() && A[q] = False)) } { Last := Last + 1 }
)";
  const std::string text =
      "array A[proc] : bool\nweak array W[proc] : bool\nvar Last : int\ninit (z) { A[z] = False && W[z] = False && Last = 0 }\n"
      "unsafe () { Last = 99 }\n" +
      std::string(steps);
  const ld::Program program = test::program_of(text);
  Budget budget;
  Instance instance(program, ld::tso, roster_of(program, 1).value(), Instance::Detail::Simplified, budget);
  Explorer explorer(instance, {200});
  explorer.run([&](StateNumber, const State& state) {
    // Nobody counts while the flag is in the buffer.
    const machine::Location last = instance.layout().first(*program.signature.find_symbol("Last"));
    CHECK((state.drained() || state.cells[last] == 0));
    return Explorer::Follow::Yes;
  });
  CHECK(explorer.states() > 3);
}

TEST_CASE("machine: a fence that is not demanded is not needed over nobody") {
  const char* const steps = R"(
transition write ([p]) requires { A[p] = False } { A[p] := True; W[p] := True }
transition early ([p]) requires { A[p] = True && Last = 0 && forall_other q. ((fence() || A[q] = True) && A[q] = False) } { Last := 1 }
)";
  const std::string text =
      "array A[proc] : bool\nweak array W[proc] : bool\nvar Last : int\ninit (z) { A[z] = False && W[z] = False && Last = 0 }\n"
      "unsafe () { Last = 99 }\n" +
      std::string(steps);
  // Before, with the write buffered, after; with the step taken before or after the commit.
  CHECK(explored(text, 1, ld::tso).states == 5);
}

TEST_CASE("machine: an unused let of a weak read makes a write atomic") {
  const auto buffered = [](const std::string& let) {
    const std::string text =
        "weak var X : bool\nweak var Y : bool\narray A[proc] : bool\ninit (z) { X = False && Y = False && A[z] = False }\n"
        "unsafe () { false }\ntransition t ([p]) requires { A[p] = False } { " +
        let + " A[p] := True; Y := True }";
    return explored(text, 1, ld::tso).states;
  };
  CHECK(buffered("") == 3);
  CHECK(buffered("let v = X in") == 2);
}

TEST_CASE("machine: every initial value is there, cells that nobody looks at stay open") {
  const auto model = [](const std::string& init, const std::string& guard) {
    return "type t = R | G | B\nvar X : t\nvar Y : t\nvar Done : bool\ninit { Done = False && " + init +
           " }\nunsafe () { false }\n"
           "transition look () requires { Done = False && " +
           guard + " } { Done := True }";
  };
  CHECK(explored(model("X = Y", "X = R"), 1).initial == 3);
  CHECK(explored(model("X <> Y", "X = R"), 1).initial == 6);
  CHECK(explored(model("X = R || Y = R", "X = R"), 1).initial == 3);  // X = R with Y open, and two others with Y = R
  const Explored open = explored(model("true", "X <> R"), 1);
  CHECK(open.initial == 1);
  CHECK(open.states == 3);  // one where nobody looked, and two values that let it pass
  CHECK(open.complete);
}

TEST_CASE("machine: an arbitrary value is each one of its type") {
  const std::string text = "type t = R | G | B\nvar X : t\ninit { X = R }\nunsafe () { false }\ntransition any () { X := ? }";
  CHECK(explored(text, 1).states == 3);
  CHECK(explored(text, 1).complete);
  const std::string number = "var X : int\ninit { X = 0 }\nunsafe () { false }\ntransition any () { X := ? }";
  CHECK_FALSE(explored(number, 1).complete);
}

TEST_CASE("machine: interchangeable processes are renamed, named and ordered ones are not") {
  const std::string flags = "array A[proc] : bool\ninit (z) { A[z] = False }\nunsafe () { false }\ntransition up (p) { A[p] := True }\n";
  CHECK(explored(flags, 3).states == 4);
  CHECK(explored("number_procs 3\n" + flags + "transition one (p) requires { p = #1 } { A[p] := True }", 3).states == 6);
  CHECK(explored(flags + "transition last (p q) requires { p < q } { A[p] := A[q] }", 3).states == 8);
}

TEST_CASE("machine: limits make an exploration incomplete") {
  const std::string loop = "weak var X : bool\ninit { X = False }\nunsafe () { false }\ntransition w ([p]) { X := True }";
  ExploreLimits limits;
  limits.states = 10;
  CHECK(explored(loop, 1, ld::tso, limits).states == 10);
  CHECK_FALSE(explored(loop, 1, ld::tso, limits).complete);
  limits.entries = 2;
  CHECK(explored(loop, 1, ld::tso, limits).states == 6);
  CHECK_FALSE(explored(loop, 1, ld::tso, limits).complete);
  CHECK(explored(loop, 1, ld::sc, limits).complete);
}

TEST_CASE("machine: a budget ends an exploration") {
  const ld::Program program = test::program_of("var N : int\ninit { N = 0 }\nunsafe () { false }\ntransition up () { N := N + 1 }");
  Budget::Limits limits;
  limits.work = 500;
  Budget budget(limits);
  Instance instance(program, ld::sc, roster_of(program, 1).value(), Instance::Detail::Simplified, budget);
  Explorer explorer(instance, {1'000'000});
  CHECK_THROWS_AS(explorer.run([](StateNumber, const State&) { return Explorer::Follow::Yes; }), BudgetExhausted);
  CHECK(explorer.states() < 500);
}

TEST_CASE("machine: numbers beyond a word, and fractions, are exact") {
  Numbers numbers;
  const Rational large(*Integer::parse("123456789012345678901234567890"));
  CHECK(numbers.number(numbers.code(large)) == large);
  CHECK(numbers.code(large) == numbers.code(large));
  CHECK(numbers.compare(numbers.code(large), numbers.code(Rational(7))) > 0);
  CHECK(numbers.compare(numbers.code(-large), numbers.code(Rational(7))) < 0);
  CHECK(numbers.compare(numbers.code(Rational(1, 2)), numbers.code(Rational(1, 3))) > 0);
  CHECK(numbers.code(Rational(-5)) == -5);
}

namespace {

// The values that a process other than the writer can find at two locations, as `XY` in the order in which they come up; the writer does
// `steps` one after the other.
std::set<std::string> seen_of(const std::string& steps, const ld::MemoryModel& model) {
  const std::string text =
      "weak var X : int\nweak var Y : int\nvar At : int\ninit { X = 0 && Y = 0 && At = 0 }\nunsafe () { At = 99 }\n" + steps;
  const ld::Program program = test::program_of(text);
  Budget budget;
  Instance instance(program, model, roster_of(program, 1).value(), Instance::Detail::Simplified, budget);
  Explorer explorer(instance, {});
  std::set<std::string> seen;
  explorer.run([&](StateNumber, const State& state) {
    seen.insert(std::to_string(state.cells[0]) + std::to_string(state.cells[1]));
    return Explorer::Follow::Yes;
  });
  CHECK(explorer.complete());
  return seen;
}

using Seen = std::set<std::string>;

const std::string write_x = "transition x ([p]) requires { At = 0 } { X := 1; At := 1 }\n";

std::string write_y(const std::string& guard) { return "transition y ([p]) requires { At = 1" + guard + " } { Y := 1; At := 2 }\n"; }

}  // namespace

TEST_CASE("machine: with a buffer per location writes of different locations reach memory in any order") {
  CHECK(seen_of(write_x + write_y(""), ld::tso) == Seen{"00", "10", "11"});
  CHECK(seen_of(write_x + write_y(""), ld::pso) == Seen{"00", "10", "01", "11"});
  const std::string group = "transition both ([p]) requires { At = 0 } { X := 1; Y := 1; At := 1 }\n";
  CHECK(seen_of(group, ld::tso) == Seen{"00", "11"});
  CHECK(seen_of(group, ld::pso) == Seen{"00", "10", "01", "11"});
}

TEST_CASE("machine: writes of one location reach memory in program order") {
  const std::string twice = write_x + "transition again ([p]) requires { At = 1 } { X := 2; At := 2 }\n";
  CHECK(seen_of(twice, ld::pso) == Seen{"00", "10", "20"});
}

TEST_CASE("machine: fences and read-modify-writes wait for all buffers, a store-store fence for none") {
  CHECK(seen_of(write_x + write_y(" && fence()"), ld::pso) == Seen{"00", "10", "11"});
  CHECK(seen_of(write_x + write_y(" && wfence()"), ld::pso) == Seen{"00", "10", "11"});
  CHECK(seen_of(write_x + write_y(" && Y = 0"), ld::pso) == Seen{"00", "10", "11"});
  // A step of its own orders what is before and behind it.
  const std::string step = "transition order ([p]) requires { At = 1 && wfence() } { At := 5 }\n";
  const std::string behind = "transition y ([p]) requires { At = 5 } { Y := 1; At := 2 }\n";
  CHECK(seen_of(write_x + step + behind, ld::pso) == Seen{"00", "10", "11"});
  // It never waits: the read behind it is of a process whose write is still buffered.
  const std::string early = "transition read ([p]) requires { At = 5 && Y = 0 } { At := 6 }\n";
  CHECK(seen_of(write_x + step + early, ld::pso) == Seen{"00", "10"});
}

TEST_CASE("machine: a store-store fence counts only in the disjunct that fires") {
  CHECK(seen_of(write_x + write_y(" && (wfence() || At = 1)"), ld::pso) == Seen{"00", "10", "01", "11"});
  CHECK(seen_of(write_x + write_y(" && (wfence() || At = 7)"), ld::pso) == Seen{"00", "10", "11"});
  CHECK(seen_of(write_x + write_y(" && forall_other q. wfence()"), ld::pso) == Seen{"00", "10", "11"});
  CHECK(seen_of(write_x + write_y(" && forall_other q. (At = 1 || wfence())"), ld::pso) == Seen{"00", "10", "01", "11"});
}

TEST_CASE("machine: states with a buffer per location are one state whatever the order of their writes") {
  const ld::Program program = test::program_of(
      "weak var X : int\nweak var Y : int\ninit { X = 0 && Y = 0 }\nunsafe (z) { z @ X = 99 }\n"
      "transition x ([p]) { X := 1 }\ntransition y ([p]) { Y := 1 }\n");
  Budget budget;
  Instance instance(program, ld::pso, roster_of(program, 1).value(), Instance::Detail::Simplified, budget);
  const auto state_after = [&](const std::vector<std::uint32_t>& transitions) {
    State state = instance.blank_state();
    state.cells = {0, 0};
    for (const std::uint32_t t : transitions) {
      const Firing firing = instance.firing(t, {0});
      CHECK(instance.store(state, firing, instance.attempt(firing, state, {})));
    }
    Words words;
    encode(instance, state, words);
    return words;
  };
  CHECK(state_after({0, 1}) == state_after({1, 0}));
  CHECK(state_after({0, 1}) != state_after({0, 1, 0}));
}
