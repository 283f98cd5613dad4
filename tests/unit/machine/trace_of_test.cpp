// An execution of the machine as a trace.
#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "check/replay.h"
#include "machine/explore.h"
#include "random/text_model.h"

using namespace parapet;

namespace {

// Two arbitrary values, around one that is not; a write that is buffered.
const std::string model =
    "number_procs 3\ntype loc = A | B | C\narray PC[proc] : loc\nvar N : int\nvar M : loc\nweak var X : bool\n"
    "init (z) { PC[z] = A && N = 0 && M = A && X = False }\nunsafe (a) { PC[#1] = B && M = C }\n"
    "transition choose ([p]) requires { p = #1 && PC[p] = A } { M := ?; PC[p] := B; N := ? }\n"
    "transition put ([p]) requires { PC[p] = A } { X := True; PC[p] := B }\n";

}  // namespace

TEST_CASE("trace of an execution: processes, constants, initial values and steps") {
  const ld::Program program = test::program_of(model);
  Budget budget;
  machine::Instance instance(program, ld::tso, machine::roster_of(program, 2).value(), machine::Instance::Detail::Simplified, budget);
  machine::Explorer explorer(instance, {});
  std::optional<Trace> longest;
  std::size_t traces = 0;
  explorer.run([&](machine::StateNumber number, const machine::State&) {
    Trace trace = trace_of(instance, explorer.execution_to(number).execution);
    CHECK(trace.processes == 2);
    CHECK(trace.constants == instance.roster().constants);
    REQUIRE(trace.initial.size() == 4);
    CHECK(trace.initial[0].size() == 2);
    CHECK(trace.initial[1].size() == 1);
    CHECK(trace.initial[0][0] == Value{program.signature.symbols()[0].sort, Rational(0)});
    // Whatever it reaches, it is an execution: only its end may not be unsafe.
    trace.unsafe_processes = {0};
    const check::ReplayResult replayed = check::replay(program, ld::tso, trace);
    CHECK_MESSAGE((replayed.ok() || replayed.place == check::ReplayResult::Place::Unsafe), replayed.reason);
    if (!longest || trace.steps.size() > longest->steps.size()) longest = trace;
    ++traces;
    return machine::Explorer::Follow::Yes;
  });
  CHECK(traces > 10);
  REQUIRE(longest);
  bool committed = false;
  for (const TraceStep& step : longest->steps) {
    committed = committed || step.kind == TraceStep::Kind::Commit;
    if (step.kind == TraceStep::Kind::Commit || step.transition != 0) continue;
    // One value for each arbitrary assignment, of the sort of what is assigned.
    REQUIRE(step.havoc.size() == 2);
    CHECK(step.havoc[0].sort == program.signature.symbols()[2].sort);
    CHECK(step.havoc[1].sort == program.signature.symbols()[1].sort);
  }
  CHECK(committed);
}

TEST_CASE("roster of a trace: its processes and constants") {
  Trace trace;
  trace.processes = 3;
  trace.constants = {{1, 2}};
  const machine::Roster roster = roster_of(trace);
  CHECK(roster.processes == 3);
  CHECK(roster.constants == trace.constants);
}
