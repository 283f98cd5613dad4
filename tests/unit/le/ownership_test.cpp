// Who owns which plain names, and who acts, where guards name constants.
#include <doctest/doctest.h>

#include <string>

#include "le/passes.h"
#include "unit/le/translated.h"

using namespace parapet;

namespace {

const std::string head = R"(number_procs 4
type loc = A | B | C
const Server : proc
const Other : proc
var Turn : proc
var S : loc
array PC[proc] : loc
array Seen[proc] : bool
weak var X : bool
weak array F[proc] : bool
weak array M[proc, proc] : bool
init (x) { PC[x] = A && S = A && X = False }
)";

struct Translated : test::Translated {
  explicit Translated(const std::string& text) : test::Translated(head + text) {}
};

bool shared(const std::string& name, const std::string& text) { return Translated(text).shared(name); }

}  // namespace

TEST_CASE("ownership: a constant index is the acting process where every disjunct forces it") {
  CHECK_FALSE(shared("PC", "transition t ([p]) requires { p = #1 && PC[#1] = A } { PC[#1] := B }"));
  CHECK_FALSE(shared("PC",
                     "transition t ([p]) requires { p = #1 && PC[#1] = A } { PC[p] := B }\n"
                     "transition u ([p]) requires { #2 = p && PC[#2] = A } { PC[#2] := B }\n"
                     "transition v ([p]) requires { PC[p] = B } { PC[p] := C }"));
  CHECK_FALSE(shared("PC", "transition t ([p]) requires { p = #1 && (S = A || S = B) } { PC[#1] := B }"));
  CHECK_FALSE(shared("PC", "transition t ([p]) requires { not (p <> #1) } { PC[#1] := B }"));
  CHECK(shared("PC", "transition t ([p]) { PC[#1] := B }"));
  CHECK(shared("PC", "transition t ([p]) requires { p = #2 } { PC[#1] := B }\ntransition u ([p]) requires { p = #1 } { PC[p] := C }"));
  CHECK(shared("PC", "transition t ([p]) requires { p = #1 || S = A } { PC[#1] := B }"));
  CHECK(shared("PC", "transition t ([p]) requires { p = #1 && S = A || p = #2 && S = B } { PC[#1] := B }"));
  CHECK(shared("PC", "transition t ([p]) requires { p = #1 } { PC[#1] := B }\ntransition u ([p]) { PC[#1] := C }"));
  CHECK(shared("PC", "transition t ([p]) requires { p = #1 } { PC[#1] := B }\ntransition u ([p] q) requires { PC[q] = A } { PC[p] := C }"));
  CHECK(shared("PC", "transition t ([p] q) requires { q = #1 } { PC[#1] := B }"));
}

TEST_CASE("ownership: where a conjunct says that a bound index is the acting process, it is") {
  const std::string write = "transition w ([p]) { Seen[p] := True }\n";
  const auto seen = [&](const std::string& action) { return shared("Seen", write + "transition t ([p] q) " + action); };
  CHECK_FALSE(seen("{ F[x] := case | x = p && Seen[x] = True : True | _ : False }"));
  CHECK_FALSE(seen("{ F[x] := case | Seen[x] = True && p = x : True | x = q : False }"));
  CHECK_FALSE(seen("{ F[x] := case | x = p : Seen[x] | _ : False }"));
  CHECK_FALSE(seen("{ F[x] := case | x = p && (Seen[x] = True || S = A) : Seen[x] | _ : False }"));
  CHECK_FALSE(seen("{ M[x, y] := case | x = p && y <> p && Seen[x] = True : True | _ : False }"));
  CHECK_FALSE(seen("{ M[x, y] := case | x = y && y = p && Seen[x] = True : True | _ : False }"));
  CHECK_FALSE(seen("requires { forall j. j <> p || (j = p && Seen[j] = True) } { }"));
  // Not where it is one of several ways, another process, another index, or another branch.
  CHECK(seen("{ F[x] := case | x = p || Seen[x] = True : True | _ : False }"));
  CHECK(seen("{ F[x] := case | x <> p && Seen[x] = True : True | _ : False }"));
  CHECK(seen("{ F[x] := case | x = q && Seen[x] = True : True | _ : False }"));
  CHECK(seen("{ M[x, y] := case | y = p && Seen[x] = True : True | _ : False }"));
  CHECK(seen("{ M[x, y] := case | x = y && Seen[x] = True : True | _ : False }"));
  CHECK(seen("{ F[x] := case | x = p : True | _ : Seen[x] }"));
  CHECK(seen("{ F[x] := case | (x = p && S = A) || S = B : Seen[x] | _ : False }"));
  CHECK(seen("{ F[x] := case | not (x = p && S = A) : Seen[x] | _ : False }"));
  CHECK(seen("requires { forall j. j = p || Seen[j] = True } { }"));
  CHECK(seen("requires { forall j. j = p && S = A || Seen[j] = True } { }"));
}

TEST_CASE("ownership: a name that one fixed process alone touches is its own") {
  CHECK_FALSE(shared("S", "transition t ([p]) requires { p = #1 && S = A } { S := B }"));
  CHECK_FALSE(shared("S",
                     "transition t ([p]) requires { p = Server && S = A } { S := B }\n"
                     "transition u ([p]) requires { p = Server && S = B && F[p] = True } { S := A }"));
  CHECK_FALSE(shared("S", "transition t ([p]) requires { p = Turn && S = A } { S := B }"));
  CHECK_FALSE(shared(
      "S", "transition t ([p]) requires { p = #1 && p = Server } { S := B }\ntransition u ([p]) requires { p = Server } { S := A }"));
  CHECK_FALSE(shared("Seen", "transition t ([p] q) requires { p = #1 && F[q] = True } { Seen[q] := True }"));
  CHECK(shared("Seen",
               "transition t ([p] q) requires { p = #1 && F[q] = True } { Seen[q] := True }\n"
               "transition u ([p]) requires { Seen[p] = True } { X := True }"));
  CHECK(shared("S", "transition t ([p]) requires { S = A } { S := B }"));
  CHECK(shared("S", "transition t ([p]) requires { p = #1 } { S := B }\ntransition u ([p]) requires { p = #2 } { S := A }"));
  CHECK(shared("S", "transition t ([p]) requires { p = Server } { S := B }\ntransition u ([p]) requires { p = Other } { S := A }"));
  CHECK(shared("S", "transition t ([p]) requires { p = Turn } { S := B }\ntransition u ([p]) { Turn := p }"));
  CHECK(shared("S", "transition t ([p]) requires { p = #1 } { S := B }\ntransition u ([p]) requires { S = B } { PC[p] := B }"));
  CHECK(shared("S", "transition t ([p]) requires { p = #1 } { S := B }\ntransition u ([p]) { let s = S in PC[p] := B }"));
  CHECK(shared("S", "transition t ([p]) requires { p = #1 } { S := B }\ntransition u () requires { S = B } { S := A }"));
  CHECK(shared("S", "transition t ([p]) requires { p = #1 || X = True } { S := B }"));
}

TEST_CASE("ownership: a step without actor acts for the constant whose variable it touches") {
  const Translated t(
      "transition t ([p]) requires { p = #1 && S = A } { S := B; X := True }\n"
      "transition u (q) requires { q = #1 && S = B } { S := C }");
  CHECK_FALSE(t.shared("S"));
  CHECK(t.transition("u").actor == std::optional<std::uint32_t>(0));
  const Translated of_nobody(
      "transition t ([p]) requires { p = #1 && S = A } { S := B; X := True }\n"
      "transition u (q) requires { q = #2 && S = B } { S := C }");
  CHECK(of_nobody.shared("S"));
  CHECK_FALSE(of_nobody.transition("u").actor.has_value());
}

TEST_CASE("ownership: an unsafe formula with weak reads names the owner of what it speaks of, or there is none") {
  const std::string server = "transition t ([p]) requires { p = Server && S = A } { S := B; X := True }\n";
  const std::string first = "transition t ([p]) requires { p = #1 && S = A } { S := B; X := True }\n";
  CHECK_FALSE(shared("S", server + "unsafe (a) { S = B && PC[a] = A }"));
  CHECK(shared("S", server + "unsafe (a) { S = B && a @ X = False }"));
  CHECK_FALSE(shared("S", server + "unsafe (a) { PC[a] = B && a @ X = False }"));
  const Translated t(first + "unsafe (a) { S = B && a @ X = False }");
  CHECK_FALSE(t.shared("S"));
  REQUIRE(t.system.unsafes.size() == 1);
  REQUIRE(t.system.unsafes[0].owners.size() == 1);
  CHECK(to_string(t.arena, t.system.unsafes[0].owners[0]) == "#1");
}

TEST_CASE("ownership: an unused let is a touch") {
  CHECK(shared("PC", "transition t ([p]) { PC[p] := B }\ntransition u ([p] q) { let v = PC[q] in X := True }"));
  CHECK_FALSE(shared("PC", "transition t ([p]) { PC[p] := B }\ntransition u ([p] q) { let v = PC[p] in X := True }"));
}
