// From a program and a memory model to a system that an engine can search.
#include "verify/translation.h"

#include <doctest/doctest.h>

#include <string>

#include "random/text_model.h"
#include "unit/verify/models.h"

using namespace parapet;
using parapet::Engine;

namespace {

// `set` writes the shared S while the write of `put` may be buffered: the timeline is not exact.
const std::string inexact =
    "type loc = A | B\narray PC[proc] : loc\nvar S : bool\nweak array F[proc] : bool\ninit (z) { PC[z] = A && S = False && F[z] = False }\n"
    "unsafe (a) { S = True && PC[a] = A }\ntransition put ([p]) requires { PC[p] = A } { F[p] := True; PC[p] := B }\n"
    "transition set ([p]) requires { PC[p] = B } { S := True }\n";

Engine accepted(Engine asked, const std::string& text) {
  const ld::Program program = test::program_of(text);
  return verify::accepted_engine(asked, *verify::translate(program, ld::tso, {}, nullptr));
}

}  // namespace

TEST_CASE("translation: the default memory model is weak if a name is") {
  CHECK(verify::default_memory_model(test::program_of("weak var X : bool\ninit { X = True }")).name == "tso");
  CHECK(verify::default_memory_model(test::program_of("var X : bool\ninit { X = True }")).name == "sc");
}

TEST_CASE("translation: invariants take the place of the unsafe formulas, and nothing is assumed") {
  const ld::Program program =
      test::program_of("var X : bool\nvar Y : bool\ninit { X = True }\ninvariant first () { Y = True }\nunsafe () { X = False }\n");
  const ld::Program as_unsafe = verify::with_invariants_unsafe(program);
  CHECK(as_unsafe.invariants.empty());
  REQUIRE(as_unsafe.unsafes.size() == 1);
  CHECK(as_unsafe.unsafes[0].name == "first");
  CHECK(ld::to_string(as_unsafe.unsafes[0].formula, as_unsafe.unsafes[0], as_unsafe.signature) == "Y = True");
}

TEST_CASE("translation: the timeline where it is exact, else events") {
  CHECK(accepted(Engine::Auto, test::fenced) == Engine::Timeline);
  CHECK(accepted(Engine::Ghb, test::fenced) == Engine::Ghb);
  CHECK(accepted(Engine::Both, test::fenced) == Engine::Both);
  CHECK(accepted(Engine::Auto, inexact) == Engine::Ghb);
}

TEST_CASE("translation: an engine that is not exact is refused, with the place and what to do") {
  for (const Engine asked : {Engine::Timeline, Engine::Both}) {
    try {
      (void)accepted(asked, inexact);
      FAIL("it is accepted");
    } catch (const verify::Rejected& rejected) {
      CHECK(inexact.substr(rejected.range.begin, 14) == "transition set");
      CHECK(std::string(rejected.what()).find("writes the shared plain S while the write of `put`") != std::string::npos);
      CHECK(rejected.hint.find("--engine ghb") != std::string::npos);
    }
  }
}

TEST_CASE("translation: a formula that is too large is refused at its place") {
  std::string text = "type t = A | B\narray PC[proc] : t\n", guard = "true";
  for (int k = 0; k < 16; ++k) {
    text += "var X" + std::to_string(k) + " : int\n";
    guard += " && (X" + std::to_string(k) + " = 0 || X" + std::to_string(k) + " = 2)";
  }
  text += "init (z) { PC[z] = A }\ntransition t (p) requires { " + guard + " } { PC[p] := B }\n";
  const ld::Program program = test::program_of(text);
  CHECK_THROWS_AS((void)verify::translate(program, ld::sc, {}, nullptr), verify::Rejected);
}

TEST_CASE("translation: whether events prove anything") {
  const ld::Program exact = test::program_of(test::fenced);
  CHECK(verify::why_inexact(*verify::translate(exact, ld::tso, {}, nullptr)).empty());
  // X can be overtaken while its writer touches S.
  const ld::Program overtaken = test::program_of(
      "var S : bool\nweak var X : bool\ninit { S = False && X = False }\nunsafe () { S = True }\n"
      "transition put ([p]) { X := True; S := True }\ntransition look ([p]) requires { S = True } { S := False }\n");
  CHECK_FALSE(verify::why_inexact(*verify::translate(overtaken, ld::tso, {}, nullptr)).empty());
}
