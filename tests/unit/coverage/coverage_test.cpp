// What small instances never do. Each model here is SAFE or silent for a reason that its author would want to know.
#include "coverage/coverage.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "check/replay.h"
#include "coverage/small_instances.h"
#include "random/text_model.h"
#include "regress/judge.h"

using namespace parapet;

namespace {

coverage::SmallInstances explore(const ld::Program& program, const ld::MemoryModel& model = ld::sc, std::uint64_t states = 20'000) {
  coverage::SmallInstanceLimits limits;
  limits.states = states;
  limits.stop_at_unsafe = false;
  limits.executions = true;
  Budget budget;
  return coverage::explore_small_instances(program, model, limits, budget);
}

using Steps = std::vector<std::optional<std::uint64_t>>;

const std::string head = "type loc = Idle | Wait | Crit\narray PC[proc] : loc\n";

}  // namespace

TEST_CASE("coverage: the fewest steps by which a transition fires, for each number of processes") {
  const ld::Program program =
      test::program_of(head +
                       "init (p) { PC[p] = Idle }\nunsafe (p q) { PC[p] = Crit && PC[q] = Crit }\n"
                       "transition want (p) requires { PC[p] = Idle } { PC[p] := Wait }\n"
                       "transition help (p q) requires { PC[p] = Wait && PC[q] = Wait } { PC[p] := Crit }\n"
                       "transition never (p) requires { PC[p] = Crit && forall_other q. PC[q] = Idle } { PC[p] := Idle }\n");
  const coverage::SmallInstances small = explore(program);
  REQUIRE(small.sizes.size() == 3);
  CHECK(small.coverage.transitions[0].steps == Steps{1, 1, 1});
  CHECK(small.coverage.transitions[1].steps == Steps{std::nullopt, 3, 3});
  CHECK_FALSE(small.coverage.transitions[2].fired());
  CHECK(small.coverage.unsafes[0].most == 2);
  CHECK(small.coverage.unsafes[0].reached);
}

TEST_CASE("coverage: under store buffers a commit is a step") {
  const ld::Program program = test::program_of(
      "type loc = A | B\narray PC[proc] : loc\nweak var X : bool\ninit (p) { PC[p] = A && X = False }\n"
      "unsafe (p) { PC[p] = A && p @ X = True && PC[p] = B }\n"
      "transition put ([p]) requires { PC[p] = A } { X := True; PC[p] := B }\n"
      "transition get ([p]) requires { PC[p] = A && X = True } { }\n");
  const coverage::SmallInstances small = explore(program, ld::tso);
  CHECK(small.coverage.transitions[1].steps == Steps{std::nullopt, 3, 3});
  const coverage::SmallInstances under_sc = explore(program, ld::sc);
  CHECK(under_sc.coverage.transitions[1].steps == Steps{std::nullopt, 2, 2});
}

TEST_CASE("coverage: which operand of a disjunctive guard held") {
  const ld::Program program =
      test::program_of(head +
                       "init (p) { PC[p] = Idle }\nunsafe (p) { PC[p] = Crit }\n"
                       "transition t (p) requires { PC[p] = Wait || PC[p] = Idle || PC[p] = Crit } { PC[p] := Idle }\n");
  const auto& branches = explore(program).coverage.transitions[0].branches;
  REQUIRE(branches.size() == 3);
  CHECK_FALSE(branches[0].seen);
  CHECK(branches[1].seen);
  CHECK_FALSE(branches[2].seen);
}

TEST_CASE("coverage: a state in which no process can move, unless it is expected") {
  const std::string text = head +
                           "var Lock : bool\ninit (p) { PC[p] = Idle && Lock = False }\nunsafe (p) { PC[p] = Crit && Lock = False }\n"
                           "transition take (p) requires { PC[p] = Idle && Lock = False } { PC[p] := Crit; Lock := True }\n"
                           "transition forget (p) requires { PC[p] = Crit } { PC[p] := Wait }\n";
  const coverage::SmallInstances small = explore(test::program_of(text));
  CHECK(small.coverage.stuck.stopped == 3);  // one for each number of processes
  CHECK(small.coverage.stuck.spinning == 0);
  REQUIRE(small.coverage.stuck.stopped_at);
  CHECK(small.coverage.stuck.stopped_at->steps.size() == 2);
  const coverage::StuckStates expected = explore(test::program_of(text + "(*@ stuck exists p. PC[p] = Wait *)")).coverage.stuck;
  CHECK(expected.stopped == 0);
  CHECK(expected.expected == 3);
  // An expectation that describes only one of them leaves the others.
  CHECK(explore(test::program_of(text + "(*@ stuck forall p. PC[p] = Wait *)")).coverage.stuck.stopped == 2);
}

TEST_CASE("coverage: processes that spin are stuck, processes that trade places are not") {
  const coverage::StuckStates spin = explore(test::program_of(head + "init (p) { PC[p] = Idle }\nunsafe (p) { PC[p] = Crit }\n"
                                                                     "transition look (p) requires { PC[p] = Idle } { PC[p] := Idle }\n"))
                                         .coverage.stuck;
  CHECK(spin.stopped == 0);
  CHECK(spin.spinning == 3);
  // Up to a renaming of processes the state stays the same, but the step changes it.
  const coverage::StuckStates trade =
      explore(test::program_of(head + "init (p) { PC[p] = Idle || PC[p] = Wait }\nunsafe (p) { PC[p] = Crit }\n"
                                      "transition trade (p q) requires { PC[p] = Idle && PC[q] = Wait }\n"
                                      "{ PC[j] := case | j = p : Wait | j = q : Idle | _ : PC[j] }\n"
                                      "transition leave (p) requires { PC[p] = Idle && forall_other q. PC[q] = Idle } { PC[p] := Wait }\n"
                                      "transition enter (p) requires { PC[p] = Wait && forall_other q. PC[q] = Wait } { PC[p] := Idle }\n"))
          .coverage.stuck;
  CHECK(trade.stopped == 0);
  CHECK(trade.spinning == 0);
}

TEST_CASE("coverage: a bound on states never makes an unexpanded state stuck") {
  const ld::Program program =
      test::program_of("var N : int\ninit () { N = 0 }\nunsafe () { N < 0 }\ntransition up () requires { N >= 0 } { N := N + 1 }\n");
  for (std::uint64_t states = 1; states < 12; ++states) {
    const coverage::SmallInstances small = explore(program, ld::sc, states);
    CAPTURE(states);
    CHECK(small.coverage.stuck.stopped + small.coverage.stuck.spinning == 0);
    CHECK(std::any_of(small.sizes.begin(), small.sizes.end(), [](const auto& size) { return size.cut; }));
  }
}

TEST_CASE("coverage: a name that is read while init leaves it open") {
  const ld::Program program =
      test::program_of(head +
                       "var Lock : bool\narray Old[proc] : bool\ninit (p) { PC[p] = Idle }\nunsafe (p) { PC[p] = Crit && Lock = False }\n"
                       "transition save (p) requires { PC[p] = Idle } { Old[p] := True; PC[p] := Wait }\n"
                       "transition look (p) requires { PC[p] = Wait && Lock = False && Old[p] = True } { PC[p] := Idle }\n");
  const coverage::SmallInstances small = explore(program);
  const auto symbol = [&](const std::string& name) {
    const auto& symbols = program.signature.symbols();
    return static_cast<std::size_t>(std::find_if(symbols.begin(), symbols.end(), [&](const Symbol& each) { return each.name == name; }) -
                                    symbols.begin());
  };
  CHECK(small.coverage.read_open[symbol("Lock")]);
  CHECK_FALSE(small.coverage.read_open[symbol("Old")]);
}

TEST_CASE("coverage: every recorded execution can be replayed, and ends with a firing of its transition") {
  std::size_t executions = 0;
  for (const auto& path : test::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / "examples")) {
    const ld::Program program = test::program_of(test::contents_of(path));
    for (const ld::MemoryModel& model : {ld::tso, ld::sc}) {
      CAPTURE(path.string());
      const coverage::SmallInstances small = explore(program, model, 300);
      for (std::size_t t = 0; t < program.transitions.size(); ++t) {
        const auto& execution = small.coverage.transitions[t].execution;
        if (!execution) continue;
        ++executions;
        CHECK(check::replay(program, model, *execution).reason == "");
        CHECK(execution->steps.back().transition == t);
      }
      const coverage::StuckStates& stuck = small.coverage.stuck;
      if (stuck.stopped_at) CHECK(check::replay(program, model, *stuck.stopped_at).reason == "");
      if (stuck.spinning_at) CHECK(check::replay(program, model, *stuck.spinning_at).reason == "");
    }
  }
  CHECK(executions > 200);
}
