// Warnings that look at names only: never-read, local-read, shared-plain.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/lint/warnings.h"

using namespace parapet;

namespace {

using Texts = std::vector<std::string>;

const std::string head =
    "type loc = A | B\narray PC[proc] : loc\nvar S : bool\nweak var X : bool\nweak array F[proc] : bool\n"
    "init (z) { PC[z] = A && S = False && X = False && F[z] = False }\n";
// Reads every name, so that only what is added is odd.
const std::string reader = "unsafe (a b) { PC[a] = B && S = True && a @ X = True && a @ F[b] = True }\n";

Texts found(const std::string& text, const le::MemoryModel& model = le::tso) {
  return test::places(test::warnings(lint::find_odd_names, head + text, model), head + text);
}

}  // namespace

TEST_CASE("never-read: assigned or not, a name whose value nothing depends on") {
  CHECK(found("unsafe (a b) { PC[a] = B && S = True && a @ X = True }\n") == Texts{"never-read: F"});
  const std::string text = head + "unsafe (a b) { PC[a] = B && S = True && a @ X = True }\n";
  CHECK(test::warnings(lint::find_odd_names, text).at(0).message == "F is never used");
  CHECK(test::warnings(lint::find_odd_names, text + "transition t ([p]) { F[p] := True }").at(0).message ==
        "F is assigned, but its value is never read");
}

TEST_CASE("never-read: guards, values, lets and init formulas of several names read") {
  const std::string others = "unsafe (a b) { PC[a] = B && a @ X = True && a @ F[b] = True }\n";
  CHECK(found(others) == Texts{"never-read: S"});
  CHECK(found(others + "transition t ([p]) requires { S = True } { PC[p] := B }").empty());
  CHECK(found(others + "transition t ([p]) { let s = S in PC[p] := B }").empty());
  CHECK(found(others + "invariant (a) { S = True }").empty());
  const std::string tied = "var U : bool\nvar V : bool\ninit { U = V }\nunsafe () { U = True }\n";
  CHECK(test::warnings(lint::find_odd_names, tied).empty());
}

TEST_CASE("local-read: a weak cell that only its reader writes") {
  const std::string own = reader + "transition put ([p]) { F[p] := True }\n";
  CHECK(found(own + "transition look ([p]) requires { F[p] = True } { PC[p] := B }") == Texts{"local-read: F[p]"});
  CHECK(found(own + "transition look ([p] q) requires { F[q] = True } { PC[p] := B }").empty());
  CHECK(found(own + "transition other ([p] q) { F[q] := True }\ntransition look ([p]) requires { F[p] = True } { PC[p] := B }").empty());
  CHECK(found(reader + "transition put ([p]) { X := True }\ntransition look ([p]) requires { X = True } { PC[p] := B }").empty());
  CHECK(found(own + "transition look ([p]) requires { F[p] = True } { PC[p] := B }", le::sc).empty());
}

TEST_CASE("no-effect: a store-store fence under a model that keeps the order of writes") {
  const std::string fenced =
      reader + "transition tell ([p]) requires { wfence() } { X := True }\ntransition look ([p]) requires { X = True } { PC[p] := B }\n";
  CHECK(found(fenced) == Texts{"no-effect: wfence()"});
  CHECK(found(fenced, le::sc) == Texts{"no-effect: wfence()"});
  CHECK(found(fenced, ld::pso).empty());
}

TEST_CASE("shared-plain: a plain name that several processes touch, under a model that delays writes") {
  const std::string shared = reader + "transition set ([p]) { S := True }\n";
  CHECK(found(shared) == Texts{"shared-plain: S"});
  CHECK(found(shared, le::sc).empty());
  CHECK(found(reader + "transition own ([p]) { PC[p] := B }").empty());
}
