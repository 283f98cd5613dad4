// Why a counterexample exists. What is said of a fence is tested: with it, the model has no such execution.
#include "check/why.h"

#include <doctest/doctest.h>

#include "check/replay.h"
#include "random/text_model.h"
#include "regress/judge.h"

using namespace parapet;

namespace {

check::Why why(const std::string& text, const ld::MemoryModel& model = ld::tso) {
  const test::Judgement judgement = test::judge("test.cub", text, model, {});
  REQUIRE(judgement.trace);
  const ld::Program program = test::program_of(text);
  const check::ReplayResult replayed = check::replay(program, model, *judgement.trace);
  REQUIRE(replayed.ok());
  Budget budget;
  return check::explain(program, *judgement.trace, replayed.account, model, budget);
}

const std::string flags =
    "type loc = Idle | Asking | Inside\narray PC[proc] : loc\nweak array Flag[proc] : bool\ninit (p) { PC[p] = Idle && Flag[p] = False }\n"
    "unsafe (p q) { PC[p] = Inside && PC[q] = Inside }\n"
    "transition ask ([p]) requires { PC[p] = Idle } { Flag[p] := True; PC[p] := Asking }\n"
    "transition enter ([p]) requires { PC[p] = Asking && forall_other q. Flag[q] = False } { PC[p] := Inside }\n";

}  // namespace

TEST_CASE("why: each process read before its own write was in memory") {
  const check::Why both = why(flags);
  REQUIRE(both.kind == check::Why::Kind::Overtaken);
  REQUIRE(both.overtaken.size() == 2);
  for (const check::Overtaken& pair : both.overtaken) {
    CHECK(pair.writes.size() == 1);
    CHECK(pair.reads.size() == 1);
    REQUIRE(pair.execution);
    CHECK(*pair.execution > pair.write);
  }
  std::string fenced = flags;
  fenced.replace(fenced.find("PC[p] = Asking"), 14, "PC[p] = Asking && fence()");
  CHECK_FALSE(test::judge("test.cub", fenced, ld::tso, {}).trace);
}

TEST_CASE("why: a race that SC has too is not the memory model's doing, in whatever order the writes were committed") {
  const std::string race =
      "type loc = Idle | Free | Inside\narray PC[proc] : loc\nweak var Lock : bool\ninit (p) { PC[p] = Idle && Lock = False }\n"
      "unsafe (p q) { PC[p] = Inside && PC[q] = Inside }\n"
      "transition look ([p]) requires { PC[p] = Idle && Lock = False } { PC[p] := Free }\n"
      "transition take ([p]) requires { PC[p] = Free } { Lock := True; PC[p] := Inside }\n";
  CHECK(why(race).kind == check::Why::Kind::AlsoUnderSc);
  CHECK(why(race, ld::sc).kind == check::Why::Kind::AlsoUnderSc);
}

TEST_CASE("why: a plain cell that is written while a write of the same step is buffered") {
  // The writer's plain Done is seen before its weak X: the step executed before its own write was in memory.
  const std::string split =
      "type loc = A | B | C\narray PC[proc] : loc\nvar Done : bool\nweak var X : bool\ninit (p) { PC[p] = A && Done = False && X = False "
      "}\n"
      "unsafe (p) { PC[p] = C }\n"
      "transition put ([p]) requires { PC[p] = A && Done = False } { X := True; Done := True; PC[p] := B }\n"
      "transition get ([p]) requires { PC[p] = A && Done = True && X = False } { PC[p] := C }\n";
  const check::Why found = why(split);
  REQUIRE(found.kind == check::Why::Kind::Overtaken);
  REQUIRE(found.overtaken.size() == 1);
  CHECK(found.overtaken[0].execution == found.overtaken[0].write);
}

TEST_CASE("why: with a store buffer per location, a write that reached memory before an earlier one of its process") {
  const std::string publish =
      "type loc = A | B | C\narray PC[proc] : loc\nweak var Data : bool\nweak var Ready : bool\n"
      "init (p) { PC[p] = A && Data = False && Ready = False }\nunsafe (p) { PC[p] = C && p @ Data = False }\n"
      "transition put ([p]) requires { PC[p] = A } { Data := True; PC[p] := B }\n"
      "transition raise ([p]) requires { PC[p] = B } { Ready := True }\n"
      "transition get ([p]) requires { PC[p] = A && Ready = True } { PC[p] := C }\n";
  const check::Why found = why(publish, ld::pso);
  REQUIRE(found.kind == check::Why::Kind::Overtaken);
  REQUIRE(found.overtaken.size() == 1);
  CHECK(found.overtaken[0].overtaking.size() == 1);
  CHECK(found.overtaken[0].happened);
  CHECK(found.overtaken[0].execution > found.overtaken[0].write);
  std::string fenced = publish;
  fenced.replace(fenced.find("PC[p] = B }"), 11, "PC[p] = B && wfence() }");
  CHECK_FALSE(test::judge("test.cub", fenced, ld::pso, {}).trace);
}

// A fence in one of two steps does not exclude store buffering, so both are named even if one process was not late.
TEST_CASE("why: a place that kept the order by chance is named too") {
  const std::string text =
      "type loc = A | B | C | D | E\narray PC[proc] : loc\nweak var X : bool\nweak var Y : bool\n"
      "init (p) { PC[p] = A && X = False && Y = False }\nunsafe (p q) { PC[p] = C && PC[q] = E }\n"
      "transition put_x ([p]) requires { PC[p] = A } { X := True; PC[p] := B }\n"
      "transition see_y ([p]) requires { PC[p] = B && Y = False } { PC[p] := C }\n"
      "transition put_y ([p]) requires { PC[p] = A } { Y := True; PC[p] := D }\n"
      "transition see_x ([p]) requires { PC[p] = D && X = False } { PC[p] := E }\n";
  const ld::Program program = test::program_of(text);
  Trace trace;
  trace.processes = 2;
  const auto value = [&](const char* name) { return Value{program.signature[*program.signature.find_symbol(name)].sort, Rational(0)}; };
  trace.initial = {{value("PC"), value("PC")}, {value("X")}, {value("Y")}};
  const auto fire = [&](std::uint32_t transition, Process process) {
    trace.steps.push_back({TraceStep::Kind::Fire, transition, {process}, {}});
  };
  fire(0, 0);
  fire(1, 0);  // late: X is in the buffer of p1
  fire(2, 1);
  trace.steps.push_back({TraceStep::Kind::Commit, 0, {1}, {}});
  fire(3, 1);  // Y is in memory
  trace.unsafe_processes = {0, 1};
  const check::ReplayResult replayed = check::replay(program, ld::tso, trace);
  REQUIRE_MESSAGE(replayed.ok(), replayed.reason);
  Budget budget;
  const check::Why found = check::explain(program, trace, replayed.account, ld::tso, budget);
  REQUIRE(found.overtaken.size() == 2);
  CHECK(found.overtaken[0].happened != found.overtaken[1].happened);
  for (const char* one : {"PC[p] = B", "PC[p] = D"}) {
    std::string fenced = text;
    fenced.replace(fenced.find(one), 9, std::string(one) + " && fence()");
    CHECK(test::judge("test.cub", fenced, ld::tso, {}).trace);
  }
}

TEST_CASE("why: for every unsafe model here, SC has the execution or a write was overtaken") {
  std::size_t under_sc = 0, overtaken = 0;
  for (const char* folder : {"examples", "tests/regress/unsafe"}) {
    for (const auto& path : test::models_below(std::filesystem::path(PARAPET_SOURCE_DIR) / folder)) {
      CAPTURE(path.string());
      const std::string text = test::contents_of(path);
      test::JudgeOptions options;
      options.work = 20'000'000;
      const test::Judgement sc = test::judge(path.string(), text, ld::sc, options);
      for (const ld::MemoryModel& model : {ld::tso, ld::pso}) {
        CAPTURE(model.name);
        const test::Judgement judgement = test::judge(path.string(), text, model, options);
        if (!judgement.trace) continue;
        const ld::Program program = test::program_of(text);
        const check::ReplayResult replayed = check::replay(program, model, *judgement.trace);
        Budget budget;
        const check::Why found = check::explain(program, *judgement.trace, replayed.account, model, budget);
        CHECK(found.kind != check::Why::Kind::Unexplained);
        ++(found.kind == check::Why::Kind::AlsoUnderSc ? under_sc : overtaken);
        // Where SC has no counterexample at all, it does not have this one.
        if (sc.answer == test::Answer::Safe) CHECK(found.kind == check::Why::Kind::Overtaken);
      }
    }
  }
  CHECK(under_sc > 10);
  CHECK(overtaken > 10);
}
