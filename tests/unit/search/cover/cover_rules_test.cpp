// One model for each condition of the cover test: without it a cube that leads nowhere hides one that does.
#include "unit/search/verdicts.h"
#include "unit/threads.h"

using parapet::test::answer;
using parapet::test::ends;
using parapet::test::Memory;
using parapet::test::step;
using parapet::test::two_threads;

// #2 sees Z unset at its end: the write of #1 before its reads is still in its buffer, so all of them are open when #2 acts.
TEST_CASE("cover rule: open reads map in program order") {
  // X then Y is message passing and safe; Y then X is not.
  CHECK(answer(two_threads + ends(4, 3) + step("late", 1, 0, 1, "", "Z := True") + step("x_first", 1, 1, 2, "X = True", "") +
               step("y_second", 1, 2, 4, "Y = False", "") + step("y_first", 1, 1, 3, "Y = False", "") +
               step("x_second", 1, 3, 4, "X = True", "") + step("set_y", 2, 0, 1, "", "Y := True") +
               step("set_x", 2, 1, 2, "", "X := True") + step("look_z", 2, 2, 3, "Z = False && fence()", "")) == "unsafe");
}

TEST_CASE("cover rule: after a read that is mapped to now only now") {
  // First formula: #1 reads X, then Y. Second: #1 reads Y only, and X is in memory for #2.
  CHECK(answer(two_threads + ends(3, 3) + ends(4, 4) + step("late", 1, 0, 1, "", "Z := True") + step("x", 1, 1, 2, "X = True", "") +
               step("y", 1, 2, 3, "Y = False", "") + step("only_y", 1, 1, 4, "Y = False", "") + step("set_y", 2, 0, 1, "", "Y := True") +
               step("set_x", 2, 1, 2, "", "X := True") + step("look_z", 2, 2, 3, "Z = False && fence()", "") +
               step("look_both", 2, 2, 4, "X = True && Z = False && fence()", "")) == "unsafe");
}

TEST_CASE("cover rule: the reads of unsafe map to a node in the lists of all its processes") {
  // In the first formula #2 is at its end at the instant of the read; in the second #1 read before.
  CHECK(answer(two_threads + ends(1, 2, "#1 @ X = False") + ends(2, 2) + step("late", 1, 0, 1, "", "Z := True") +
               step("look", 1, 1, 2, "X = False", "") + step("set", 2, 0, 1, "", "X := True") +
               step("look_z", 2, 1, 2, "Z = False && fence()", "")) == "unsafe");
}

TEST_CASE("cover rule: a clean list covers clean lists only") {
  CHECK(answer(two_threads + ends(3, 3) + step("set_x", 1, 0, 1, "", "X := True") + step("fast", 1, 1, 2, "fence()", "Z := True") +
               step("slow", 1, 1, 2, "", "Z := True") + step("look_y", 1, 2, 3, "Y = False", "") + step("set_y", 2, 0, 1, "", "Y := True") +
               step("drain", 2, 1, 2, "fence()", "") + step("look_x", 2, 2, 3, "X = False", "")) == "unsafe");
}

TEST_CASE("cover rule: a variable covers variables only") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q1 && a <> #1 }
unsafe (b) { PC[#1] = Q1 && b <> #1 }
transition special (i) requires { i = #1 && PC[i] = Q0 } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "unsafe");
}

TEST_CASE("cover rule: a constant covers itself only") {
  const std::string text = R"(
number_procs 3
array A[proc, proc] : bool
init (x y) { A[x, y] = False }
unsafe (a) { A[a, #2] = True && a <> #1 && a <> #2 }
unsafe (a) { A[a, #1] = True && a <> #1 && a <> #2 }
transition set (i) requires { i <> #2 } { A[i, #1] := True }
)";
  CHECK(answer(text, Memory::Sc) == "unsafe");
}

TEST_CASE("cover rule: different processes cover different ones") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
array R[proc] : bool
init (z) { PC[z] = Q0 && R[z] = False }
unsafe (a b) { PC[a] = Q1 && R[b] = True }
unsafe (a b) { PC[a] = Q1 && R[a] = True }
transition both (i) requires { PC[i] = Q0 && forall_other j. PC[j] = Q0 } { PC[i] := Q1; R[i] := True }
)";
  CHECK(answer(text, Memory::Sc) == "unsafe");
}
