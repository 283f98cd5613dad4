// One model for each rule about processes, constants and init (tests/mutants breaks it).
#include "unit/search/verdicts.h"

using parapet::test::answer;
using parapet::test::Memory;

TEST_CASE("rule: number_procs counts the processes that a firing only needs to exist") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q1 }
transition three (i j k) requires { PC[i] = Q0 } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: number_procs counts the constants of the model") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q1 }
transition other (i j) requires { PC[i] = Q0 && i <> #1 && i <> #2 } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: a path stays within number_procs") {
  const std::string text = R"(
number_procs 3
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak var Y : bool
init (z) { PC[z] = Q0 && Y = False }
unsafe (a b) { PC[a] = Q2 && PC[b] = Q2 }
transition set ([p]) requires { true } { PC[p] := Q0; Y := True }
transition ready ([p]) requires { true } { PC[p] := Q1 }
transition go ([p]) requires { PC[p] = Q1 && Y = True } { PC[p] := Q2 }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: the parameters of unsafe are processes, used or not") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a b) { PC[a] = Q1 }
transition go (i) requires { PC[i] = Q0 } { PC[i] := Q1 }
)";
  CHECK(answer("number_procs 1" + text, Memory::Sc) == "safe");
  CHECK(answer("number_procs 2" + text, Memory::Sc) == "unsafe");
  CHECK(answer("number_procs 1\nvar S : bool\ninit () { S = False }\nunsafe (a b) { S = False }\n"
               "transition stay (i) requires { S = True } { S := True }",
               Memory::Sc) == "safe");
  // b is in the way of a step that wants nobody else there.
  const std::string alone = R"(
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a b) { PC[a] = Q1 }
transition go (i) requires { PC[i] = Q0 && forall_other j. PC[j] = Q2 } { PC[i] := Q1 }
)";
  CHECK(answer(alone, Memory::Sc) == "safe");
}

TEST_CASE("rule: a parameter can be a constant that the cube does not mention") {
  const std::string text = R"(
number_procs 2
var S : bool
init () { S = False }
unsafe () { S = True }
transition go (i) requires { i = #1 } { S := True }
)";
  CHECK(answer(text, Memory::Sc) == "unsafe");
}

TEST_CASE("rule: no variable covers a constant") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q2 }
transition special (i) requires { i = #1 && PC[i] = Q0 } { PC[i] := Q1 }
transition go (i) requires { PC[i] = Q1 } { PC[i] := Q2 }
)";
  CHECK(answer(text, Memory::Sc) == "unsafe");
}

TEST_CASE("rule: constants are different and are not interchangeable") {
  const std::string text = R"(
number_procs 3
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
transition special (i) requires { i = #1 && PC[i] = Q0 } { PC[i] := Q1 }
)";
  CHECK(answer(text + "unsafe () { PC[#2] = Q1 }", Memory::Sc) == "safe");
  CHECK(answer(text + "unsafe (a) { a = #2 && PC[#1] = Q1 }", Memory::Sc) == "unsafe");
}

TEST_CASE("rule: init is one formula for all processes") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
var S : bool
init (z) { (S = False && PC[z] = Q0) || (S = True && PC[z] = Q1) }
transition stay (i) requires { S = True } { S := True }
)";
  CHECK(answer(text + "unsafe (a b) { PC[a] = Q0 && PC[b] = Q1 }", Memory::Sc) == "safe");
  CHECK(answer(text + "unsafe (a b) { PC[a] = Q1 && PC[b] = Q1 }", Memory::Sc) == "unsafe");
}

TEST_CASE("rule: open reads of one location see one initial value") {
  const std::string text = R"(
type pc = Q0 | Q1 | Q2
type val = V0 | V1 | V2
array PC[proc] : pc
array R[proc] : val
weak var X : val
weak array F[proc] : bool
init (z) { PC[z] = Q0 && F[z] = False }
transition set ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; F[p] := True }
transition get ([p]) requires { PC[p] = Q1 } { PC[p] := Q2; R[p] := X }
)";
  CHECK(answer(text + "unsafe (a b) { PC[a] = Q2 && PC[b] = Q2 && R[a] = V1 && R[b] = V2 }") == "safe");
  CHECK(answer(text + "unsafe (a b) { PC[a] = Q2 && PC[b] = Q2 && R[a] = V1 && R[b] = V1 }") == "unsafe");
}

TEST_CASE("rule: there is at least one process at init") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
var S : bool
init (z) { PC[z] = Q0 && (S = False || PC[z] = Q1) }
unsafe () { S = True }
transition stay (i) requires { PC[i] = Q1 } { S := False }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: universal guards are asked of the processes of the cube") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a b) { PC[a] = Q1 && PC[b] = Q1 }
transition alone (i) requires { PC[i] = Q0 && forall_other j. PC[j] = Q0 } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: universal guards are asked of the constants of the model") {
  const std::string text = R"(
number_procs 2
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { a <> #1 && PC[a] = Q1 }
transition alone (i) requires { PC[i] = Q0 && forall_other j. PC[j] = Q2 } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: universal guards are asked of the parameters") {
  // h is in no literal of the cube; only the quantifier speaks of it.
  const std::string text = R"(
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q1 }
transition pair (i h) requires { PC[i] = Q0 && forall j. (j = i || PC[j] = Q2) } { PC[i] := Q1 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: a universal guard names the right processes after renumbering") {
  const std::string text = R"(
type pc = Q0 | Q1 | Q2 | Q3
array PC[proc] : pc
var S : bool
init (z) { PC[z] = Q0 && S = False }
unsafe (a b) { PC[a] = Q3 && PC[b] = Q3 }
transition set (i h) requires { PC[i] = Q0 && PC[h] = Q0 } { PC[i] := Q1; S := True }
transition wait (i) requires { PC[i] = Q1 && S = True } { PC[i] := Q2 }
transition enter (i) requires { PC[i] = Q2 && forall_other j. PC[j] <> Q3 } { PC[i] := Q3 }
)";
  CHECK(answer(text, Memory::Sc) == "safe");
}

TEST_CASE("rule: a fence in the body of a universal guard is the firing's") {
  const std::string text = R"(
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak array F[proc] : bool
init (z) { PC[z] = Q0 && F[z] = False }
unsafe (a b) { PC[a] = Q2 && PC[b] = Q2 }
transition raise ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; F[p] := True }
)";
  CHECK(answer(text + "transition enter ([p]) requires { PC[p] = Q1 && forall_other q. (F[q] = False && fence()) } { PC[p] := Q2 }") ==
        "safe");
  CHECK(answer(text + "transition enter ([p]) requires { PC[p] = Q1 && forall_other q. F[q] = False } { PC[p] := Q2 }") == "unsafe");
}

TEST_CASE("rule: plain cells of unsafe that several processes touch are read at its instant") {
  const std::string text = R"(
number_procs 2
weak var X : bool
var S : bool
init (z) { S = False && X = False }
transition set ([p]) requires { p = #2 } { S := True }
)";
  CHECK(answer(text + "unsafe () { #1 @ X = False && S = True }") == "unsafe");
  // #2 is no process of the formula: what it does after that instant is not seen.
  const std::string order = R"(
number_procs 2
weak var X : bool
var S : bool
init (z) { S = False && X = False }
transition first ([p]) requires { p = #2 && fence() } { S := True }
transition second ([p]) requires { p = #2 && S = True } { X := True }
)";
  CHECK(answer(order + "unsafe () { #1 @ X = True && S = False }") == "safe");
  CHECK(answer(order + "unsafe () { #1 @ X = False && S = True }") == "unsafe");
}

TEST_CASE("rule: a write that writes nothing is not committed") {
  const std::string text = R"(
type pc = Q0 | Q1
array PC[proc] : pc
weak var X : bool
array R[proc] : bool
init (z) { PC[z] = Q0 && R[z] = False }
unsafe (a) { PC[a] = Q1 }
transition go ([p]) requires { true } { PC[p] := Q1; X := case | R[p] = True : True | _ : X }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: a trace takes whichever branch of a case its path needs") {
  // R is open at init: only where it is True does the first step leave X alone.
  const std::string text = R"(
type pc = Q0 | Q1 | Q2
array PC[proc] : pc
weak var X : bool
array R[proc] : bool
init (z) { PC[z] = Q0 }
unsafe (a) { PC[a] = Q2 }
transition first ([p]) requires { PC[p] = Q0 } { PC[p] := Q1; X := case | R[p] <> True : True }
transition second ([p]) requires { PC[p] = Q1 && X = False } { PC[p] := Q2 }
)";
  CHECK(answer(text) == "unsafe");
}

TEST_CASE("rule: what init says of some cells narrows no others") {
  const std::string text = R"(
type val = V0 | V1
array A[proc] : val
array B[proc, proc] : val
transition clear (i) requires { A[i] = V1 } { A[i] := V0; B[i, i] := V0 }
)";
  CHECK(answer("number_procs 2" + text + "init (z) { A[#1] = V0 }\nunsafe (a) { A[a] = V1 }", Memory::Sc) == "unsafe");
  CHECK(answer(text + "init () { forall x <> y. B[x, y] = V0 }\nunsafe (a) { B[a, a] = V1 }", Memory::Sc) == "unsafe");
  CHECK(answer(text + "init (x y) { B[x, y] = V0 }\nunsafe (a) { B[a, a] = V1 }", Memory::Sc) == "safe");
}
