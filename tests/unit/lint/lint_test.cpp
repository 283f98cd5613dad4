// All warnings of a model.
#include "lint/lint.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/lint/warnings.h"

using namespace parapet;

TEST_CASE("lint: every kind of warning, those of the solver before those of names") {
  const std::string text =
      "type loc = A | B | C\narray PC[proc] : loc\nvar S : bool\nvar Unused : int\nweak array F[proc] : bool\n"
      "init (z) { PC[z] = A && S = False && F[z] = False }\nunsafe (a) { PC[a] = C }\n"
      "transition never ([p]) requires { PC[p] = C } { F[p] := True }\n"
      "transition local ([p]) requires { F[p] = True && S = False } { S := True }\n";
  test::Translated t(text);
  const std::vector<Diagnostic> all = lint::find_warnings(t.system, t.arena);
  CHECK(test::places(all, text) == std::vector<std::string>{"never-fires: transition never ([p", "empty-unsafe: unsafe (a) { PC[a] =",
                                                            "never-read: Unused", "local-read: F[p]", "shared-plain: S"});
}

TEST_CASE("lint: a model without oddities has no warnings") {
  test::Translated t(
      "type loc = A | B\narray PC[proc] : loc\nweak array F[proc] : bool\ninit (z) { PC[z] = A && F[z] = False }\n"
      "unsafe (a b) { PC[a] = B && PC[b] = B }\n"
      "transition enter ([p]) requires { PC[p] = A && fence() && forall_other q. F[q] = False } { PC[p] := B }\n"
      "transition leave ([p]) requires { PC[p] = B } { PC[p] := A; F[p] := True }\n");
  CHECK(lint::find_warnings(t.system, t.arena).empty());
}
