// One model for each rule of the timeline engine's pre-image: its verdict changes when that rule is left out (RULES.md has what was tried).
#include "unit/search/verdicts.h"
#include "unit/threads.h"

using parapet::test::answer;
using parapet::test::ends;
using parapet::test::step;
using parapet::test::two_threads;

TEST_CASE("rule: store buffering is there at all") {
  CHECK(answer(two_threads + ends(2, 2) + step(1, 0, "", "X := True") + step(1, 1, "Y = False", "") + step(2, 0, "", "Y := True") +
               step(2, 1, "X = False", "")) == "unsafe");
}

TEST_CASE("rule: a fence step closes the later reads of its process") {
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "fence()", "") + step(2, 2, "X = False", "")) == "safe");
}

TEST_CASE("rule: a read-modify-write closes the later reads of its process") {
  // Z and W are swapped between store and load; the swapped values are asked for nowhere.
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "Z = False", "Z := True") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "W = False", "W := True") + step(2, 2, "X = False", "")) == "safe");
}

TEST_CASE("rule: before a fenced write, later reads are closed by the step before it") {
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "fence()", "Z := True") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "fence()", "W := True") + step(2, 2, "X = False", "")) == "safe");
}

TEST_CASE("rule: a fenced write itself can be passed by later reads") {
  CHECK(answer(two_threads + ends(2, 2) + step(1, 0, "fence()", "X := True") + step(1, 1, "Y = False", "") +
               step(2, 0, "fence()", "Y := True") + step(2, 1, "X = False", "")) == "unsafe");
}

TEST_CASE("rule: a firing that is no fenced write takes the clean mark away") {
  // Thread 1 passes X with its read of Y; only the read of W comes after its fenced write of Z. W is written so that its reads matter.
  CHECK(answer(two_threads + ends(4, 3) + step(1, 0, "", "X := True") + step(1, 1, "Y = False", "") + step(1, 2, "fence()", "Z := True") +
               step(1, 3, "W = False", "") + step(2, 0, "", "Y := True") + step(2, 1, "fence()", "") + step(2, 2, "X = False", "") +
               step(2, 3, "", "W := True")) == "unsafe");
}

TEST_CASE("rule: an open read may see the write of another process") {
  CHECK(answer(two_threads + ends(2, 1) + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") + step(2, 0, "", "X := True")) ==
        "unsafe");
}

TEST_CASE("rule: closing a read closes the later reads of its process") {
  // Message passing, the reads late: X seen, then Y not seen.
  CHECK(answer(two_threads + ends(3, 2) + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "", "X := True")) == "safe");
}

TEST_CASE("rule: a read that is closed leaves the earlier ones open") {
  CHECK(answer(two_threads + ends(3, 2) + step(1, 0, "", "Z := True") + step(1, 1, "X = False", "") + step(1, 2, "Y = True", "") +
               step(2, 0, "", "X := True") + step(2, 1, "", "Y := True")) == "unsafe");
}

TEST_CASE("rule: closing a read closes the reads of unsafe") {
  CHECK(answer(two_threads + ends(2, 2, "#1 @ Y = False") + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "", "X := True")) == "safe");
}

TEST_CASE("rule: the reads of unsafe can be closed for the sake of an earlier read") {
  CHECK(answer(two_threads + ends(2, 1, "#1 @ Y = False") + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") +
               step(2, 0, "", "X := True") + step(2, 1, "", "Y := True")) == "unsafe");
}

TEST_CASE("rule: own writes reach own open reads") {
  CHECK(answer(two_threads + ends(2, 0) + step(1, 0, "", "X := True") + step(1, 1, "X = False", "")) == "safe");
  // Forwarded values do not wait for memory: store buffering with a look at the own flag first.
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "X = True", "") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "Y = True", "") + step(2, 2, "X = False", "")) == "unsafe");
}

TEST_CASE("rule: own writes reach own reads of unsafe") {
  CHECK(answer(two_threads + ends(1, 0, "#1 @ X = False") + step(1, 0, "", "X := True")) == "safe");
  CHECK(answer(two_threads + ends(1, 1, "#1 @ X = True && #2 @ X = False && #2 @ Y = True && #1 @ Y = False") +
               step(1, 0, "", "X := True") + step(2, 0, "", "Y := True")) == "unsafe");
}

TEST_CASE("rule: unsafe comes after every firing of the processes it mentions") {
  // #1 reads X, #2 only has its counter there, but its write is in memory.
  CHECK(answer(two_threads + ends(0, 2, "#1 @ X = False") + step(2, 0, "", "X := True") + step(2, 1, "fence()", "")) == "safe");
}

TEST_CASE("rule: the reads of one firing are made at one instant") {
  CHECK(answer(two_threads + ends(2, 2) + step(1, 0, "", "Z := True") + step(1, 1, "X = True && Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "", "X := True")) == "safe");
  CHECK(answer(two_threads + ends(2, 2) + step(1, 0, "", "Z := True") + step(1, 1, "X = False && Y = True", "") +
               step(2, 0, "", "X := True") + step(2, 1, "", "Y := True")) == "safe");
}

TEST_CASE("rule: the reads of unsafe are made at one instant") {
  CHECK(answer(two_threads + ends(1, 2, "#1 @ X = True && #1 @ Y = False") + step(1, 0, "", "Z := True") + step(2, 0, "", "Y := True") +
               step(2, 1, "", "X := True")) == "safe");
  CHECK(answer(two_threads + ends(1, 2, "#1 @ X = False && #1 @ Y = True") + step(1, 0, "", "Z := True") + step(2, 0, "", "X := True") +
               step(2, 1, "", "Y := True")) == "safe");
}

TEST_CASE("rule: a havoc writes one value for memory and for the reads that take it") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2
type val = V0 | V1 | V2
array PC[proc] : pc
weak var X : val
init (z) { PC[z] = Q0 && X = V0 }
transition any ([p]) requires { p = #1 && PC[p] = Q0 } { PC[p] := Q1; X := ? }
transition own ([p]) requires { p = #1 && PC[p] = Q1 && X = V1 } { PC[p] := Q2 }
)";
  CHECK(answer(text + "unsafe () { PC[#1] = Q2 && #2 @ X = V2 }") == "safe");
  CHECK(answer(text + "unsafe () { PC[#1] = Q2 && #2 @ X = V1 }") == "unsafe");
  CHECK(answer(text + "unsafe () { PC[#1] = Q2 && #2 @ X = V0 }") == "unsafe");
}

TEST_CASE("rule: a branch that keeps its cell is no read") {
  // As a read it would make the step atomic: no store buffering.
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak array F[proc] : bool
init (z) { PC[z] = Q0 && F[z] = False }
unsafe () { PC[#1] = Q2 && PC[#2] = Q2 }
transition raise ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; F[j] := case | j = p : True | _ : F[j] }
transition one ([p]) requires { p = #1 && PC[p] = Q1 && F[#2] = False } { PC[p] := Q2 }
transition two ([p]) requires { p = #2 && PC[p] = Q1 && F[#1] = False } { PC[p] := Q2 }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: an assignment of a cell to itself is a read and a write") {
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "Z := Z") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "", "Z := Z") + step(2, 2, "X = False", "")) == "safe");
}

TEST_CASE("rule: a case without a match writes nothing") {
  CHECK(answer(two_threads + ends(1, 0, "#2 @ X = False") + step(1, 0, "", "X := case | p = #2 : True")) == "unsafe");
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
array R[proc] : bool
weak var X : bool
init (z) { PC[z] = Q0 && R[z] = False && X = False }
unsafe (a) { PC[a] = Q1 && a @ X = False }
transition set ([p]) requires { true } { R[p] := True }
transition go ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; X := case | R[p] = True : True }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: a write without fence leaves no clean mark") {
  CHECK(answer(two_threads + ends(3, 3) + step(1, 0, "", "X := True") + step(1, 1, "", "Z := True") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "Y := True") + step(2, 1, "fence()", "") + step(2, 2, "X = False", "")) == "unsafe");
}

TEST_CASE("rule: a read can be closed though the last one of its list sees nothing") {
  CHECK(answer(two_threads + ends(3, 1) + step(1, 0, "", "Z := True") + step(1, 1, "X = True", "") + step(1, 2, "Y = False", "") +
               step(2, 0, "", "X := True") + step(2, 1, "", "Y := True")) == "unsafe");
}

TEST_CASE("rule: a late read of a plain cell that others write is an item") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak var X : bool
var S : bool
init (z) { PC[z] = Q0 && X = False && S = False }
unsafe () { PC[#1] = Q2 && PC[#2] = Q2 }
transition write ([p]) requires { p = #1 && PC[p] = Q0 } { PC[p] := Q1; X := True }
transition look ([p]) requires { p = #1 && PC[p] = Q1 && S = False } { PC[p] := Q2 }
transition set ([p]) requires { p = #2 && PC[p] = Q0 && fence() } { PC[p] := Q1; S := True }
transition read ([p]) requires { p = #2 && PC[p] = Q1 && X = False } { PC[p] := Q2 }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: a process stays for the sake of its open reads") {
  // After `look`, nothing but a read of S without a reader is left of its process.
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
weak var X : bool
var S : bool
init (z) { PC[z] = Q0 && X = False && S = False }
unsafe (a) { PC[a] = Q1 }
transition write ([p]) requires { PC[p] = Q0 } { X := True }
transition look ([p]) requires { S = True } { PC[p] := Q1 }
transition set ([p]) requires { PC[p] = Q0 && fence() } { S := True }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: a case update that may match nothing leaves the counter where it was, for late reads too") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2 | Q3
array PC[proc] : pc
array R[proc] : bool
array Done[proc] : bool
weak var X : bool
weak var Y : bool
init (z) { PC[z] = Q0 && R[z] = False && Done[z] = False && X = False && Y = False }
unsafe () { PC[#1] = Q2 && PC[#2] = Q3 }
transition write ([p]) requires { p = #1 && PC[p] = Q0 } { Done[p] := True; PC[j] := case | j = p && R[p] = True : Q1; X := True }
transition look ([p]) requires { p = #1 && PC[p] = Q0 && Done[p] = True && Y = False } { PC[p] := Q2 }
transition set ([p]) requires { p = #2 && PC[p] = Q0 } { PC[p] := Q1; Y := True }
transition drain ([p]) requires { p = #2 && PC[p] = Q1 && fence() } { PC[p] := Q2 }
transition read ([p]) requires { p = #2 && PC[p] = Q2 && X = False } { PC[p] := Q3 }
)";
  CHECK(answer(text) == "unsafe");
}
