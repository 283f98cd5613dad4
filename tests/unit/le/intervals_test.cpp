// Which numbers the cells of a symbol can hold.
#include <doctest/doctest.h>

#include <string>

#include "le/passes.h"
#include "unit/le/translated.h"

using namespace parapet;
using test::Translated;

namespace {

const std::string head = R"(number_procs 4
var X : int
var Y : int
var R : real
var B : bool
array N[proc] : int
weak var W : int
)";

std::string interval(const std::string& symbol, const std::string& text, bool enabled = true) {
  const Translated t(head + text, le::tso, {.intervals = enabled});
  return to_string(t.system.intervals[t.symbol(symbol).index()]);
}

}  // namespace

TEST_CASE("intervals: what init says of every cell") {
  CHECK(interval("X", "init { X > 0 && X <= 7 }") == "[1, 7]");
  CHECK(interval("X", "init { 2 * X <= 7 }") == "(..., 3]");
  CHECK(interval("X", "init { X = 5 && Y = X }") == "[5, 5]");
  CHECK(interval("Y", "init { X = 5 && X < Y }") == "(..., ...)");
  CHECK(interval("N", "init (p) { N[p] >= 2 }") == "[2, ...)");
  CHECK(interval("N", "init { N[#1] = 2 }") == "(..., ...)");
  CHECK(interval("N", "init { forall p <> q. N[p] = 2 }") == "(..., ...)");
  CHECK(interval("X", "init { X = 1 || Y = 1 }") == "(..., ...)");
  CHECK(interval("X", "init { X <> 1 }") == "(..., ...)");
  CHECK(interval("X", "init { X = 1 && X = 2 }") == "(..., ...)");
  CHECK(interval("X", "init { X = 1 }", false) == "(..., ...)");
}

TEST_CASE("intervals: a strict bound on a real is the closed one, and rounds nothing") {
  CHECK(interval("R", "init { R > 0.5 && R < 2.0 }") == "[1/2, 2]");
  CHECK(interval("R", "init { R = 0.0 }\ntransition t () requires { R < 0.5 } { R := R + 0.25 }") == "[0, 3/4]");
}

TEST_CASE("intervals: assignments by interval arithmetic") {
  const std::string init = "init { X = 0 && Y = 1 }\n";
  CHECK(interval("Y", init + "transition t () { Y := 3 - 2 * X }") == "[1, 3]");
  CHECK(interval("X", init + "transition t () { X := Y + Y }\ntransition u () { Y := 4 }") == "[0, 8]");
  CHECK(interval("X", init + "transition t () { X := ? }") == "(..., ...)");
  CHECK(interval("X", init + "transition t () requires { B = False } { X := case | B = True : 9 | _ : X }") == "[0, 9]");
  CHECK(interval("X", init + "transition t () { X := X + 1 }") == "[0, ...)");
  CHECK(interval("X", init + "transition t () { X := X - 1 }") == "(..., 0]");
  CHECK(interval("X", "init { X > 0 }\ntransition t () { X := 2 * X }") == "[1, ...)");
  CHECK(interval("X", "init { X < 0 }\ntransition t () { X := 2 * X }") == "(..., -1]");
  CHECK(interval("W", "init { W = 50 }\ntransition t ([p]) { W := W + 1 }") == "[50, ...)");
}

TEST_CASE("intervals: a guard confines the cell that it names, in its disjunct, before the assignment") {
  CHECK(interval("X", "init { X = 0 }\ntransition t () requires { X < 1000 } { X := X + 1 }") == "[0, 1000]");
  CHECK(interval("X", "init { X = 0 }\ntransition t () requires { X < 10 } { X := X + 3 }") == "[0, 12]");
  CHECK(interval("X", "init { X = 0 }\ntransition t () requires { X < 10 || B = True } { X := X + 1 }") == "[0, ...)");
  CHECK(interval("X", "init { X = 0 }\ntransition t () requires { X > 3 } { X := X + 1 }") == "[0, 0]");
  const std::string cells = "init (p) { N[p] = 0 }\n";
  CHECK(interval("N", cells + "transition t (p) requires { N[p] < 5 } { N[p] := N[p] + 1 }") == "[0, 5]");
  CHECK(interval("N", cells + "transition t (p q) requires { N[p] < 5 } { N[q] := N[q] + 1 }") == "[0, ...)");
  CHECK(interval("N", cells + "transition t (p) requires { N[p] < 5 } { N[j] := case | _ : N[j] + 1 }") == "[0, ...)");
}

TEST_CASE("intervals: a guard confines a weak cell only in an atomic firing") {
  const std::string text = "init { W = 0 && X = 0 }\ntransition t ([p]) requires { W < 5 } { W := W + 1 }\n";
  CHECK(interval("W", text) == "[0, 5]");
  CHECK(interval("X", text + "transition u ([p]) requires { W < 3 } { X := W }") == "[0, 5]");
}
