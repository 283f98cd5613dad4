// LE as text, for `dump --le`.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "unit/le/translated.h"

using namespace parapet;

namespace {

std::string printed(const std::string& text, const le::MemoryModel& model = le::tso) {
  const test::Translated t("type loc = A | B | C\narray PC[proc] : loc\nvar S : bool\nweak var X : bool\nweak var Y : bool\n" + text,
                           model);
  std::ostringstream out;
  le::print(out, t.system, t.arena);
  return out.str();
}

}  // namespace

TEST_CASE("print: the whole system") {
  CHECK(printed(R"(init (z) { PC[z] = A && X = False && S = False }
unsafe bad (a b) { PC[a] = B && PC[b] = B }
transition put ([p]) requires { PC[p] = A && forall_other q. PC[q] = A } { X := True; PC[p] := B }
transition get ([p]) requires { PC[p] = B && X = True } { S := True }
)") == R"(model tso
shared plain names: PC, S
narrowed: PC in {A, B}

init
  forall z. PC[z] = A
  X = False
  S = False

unsafe bad (a, b)
  PC[a] = B && PC[b] = B

transition put (p)
  acting   p
  kind     write
  events   x by p: no weak read
           w by p: Wr X
  guard    PC[p] = A
  forall   q other than the parameters: PC[q] = A
  updates  X := True
           PC[p] := B

transition get (p)
  acting   p
  kind     read, possibly late
  events   x by p: Rd X
  guard    PC[p] = B
           X = True
  updates  S := True
)");
}

TEST_CASE("print: disjuncts are numbered, atomic steps have one event, a case has a line for each branch") {
  CHECK(printed(R"(init (z) { PC[z] = A && S = False }
transition t ([p]) requires { X = True || S = True } { Y := case | S = True : X | _ : Y }
transition u ([p]) requires { fence() } { S := ? }
transition v (p q) { S := True }
)",
                le::sc) == R"(model sc
shared plain names: S
narrowed: PC in {A}

init
  forall z. PC[z] = A
  S = False

transition t (p), disjunct 1 of 2
  acting   p
  kind     sync
  events   x by p: Rd X; Wr Y
  guard    S = True
  updates  Y := case
             | S = True : X
             | _ : Y (unchanged)

transition t (p), disjunct 2 of 2
  acting   p
  kind     sync
  events   x by p: Rd X; Wr Y
  guard    X = True
  updates  Y := case
             | S = True : X
             | _ : Y (unchanged)

transition u (p)
  acting   p
  kind     sync
  events   x by p: fence
  updates  S := ?

transition v (p, q)
  acting   nobody
  kind     sync
  events   x: no weak read
  updates  S := True
)");
}
