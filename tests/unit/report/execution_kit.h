// A counterexample of a model written as text, replayed, for the tests of reports.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "check/replay.h"
#include "evidence/execution.h"
#include "random/text_model.h"

namespace parapet::test {

// Process p1 writes X and reads Y while its write is buffered, p2 the other way round; and a read of what was written.
inline const std::string store_buffering = R"(
type loc = A | B | C
array PC[proc] : loc
weak var X : bool
weak var Y : bool
init (z) { PC[z] = A && X = False && Y = False }
unsafe (a b) { PC[a] = C && PC[b] = C && a @ Y = False }
transition put_x ([p]) requires { PC[p] = A } { PC[p] := B; X := True }
transition put_y ([p]) requires { PC[p] = A } { PC[p] := B; Y := True }
transition see_y ([p]) requires { PC[p] = B && Y = False } { PC[p] := C }
transition see_x ([p]) requires { PC[p] = B && X = False } { PC[p] := C }
transition got_x ([p]) requires { PC[p] = B && X = True } { PC[p] := B }
)";

struct Replayed {
  Replayed() : program(program_of(store_buffering)) {
    const auto fire = [&](std::uint32_t transition, Process process) {
      trace.steps.push_back({TraceStep::Kind::Fire, transition, {process}, {}});
    };
    trace.processes = 2;
    const auto value = [&](const char* name, std::int64_t number) {
      return Value{program.signature[*program.signature.find_symbol(name)].sort, Rational(number)};
    };
    trace.initial = {{value("PC", 0), value("PC", 0)}, {value("X", 0)}, {value("Y", 0)}};
    fire(0, 0);
    fire(1, 1);
    fire(2, 0);
    fire(3, 1);
    trace.steps.push_back({TraceStep::Kind::Commit, 0, {0}, {}});
    trace.unsafe_processes = {0, 1};
    const check::ReplayResult replayed = check::replay(program, ld::tso, trace);
    REQUIRE_MESSAGE(replayed.ok(), replayed.reason);
    account = replayed.account;
  }

  [[nodiscard]] evidence::Execution execution() const { return {program, trace, account, "tso", "unsafe"}; }

  ld::Program program;
  Trace trace;
  Account account;
};

}  // namespace parapet::test
