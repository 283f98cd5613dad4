// Steps that no single instruction does, by the text of the transition.
#include <doctest/doctest.h>

#include <sstream>

#include "ld/ghost.h"
#include "ld/program.h"
#include "ld/text.h"
#include "random/text_model.h"

using namespace parapet;

namespace {

// "" if the step is one instruction.
std::string kind(const std::string& transition) {
  const ld::Program program = test::program_of(
      "type loc = A | B\narray PC[proc] : loc\nweak var X : int\nweak var Y : int\nweak array F[proc] : bool\nweak array G[proc] : bool\n"
      "init (p) { PC[p] = A && X = 0 && Y = 0 && F[p] = False && G[p] = False }\n" +
      transition);
  const auto found = ld::atomicity(program, program.transitions[0]);
  return found ? std::string(name(found->kind)) : "";
}

}  // namespace

TEST_CASE("atomicity: one access, or a read-modify-write of one location, is an instruction") {
  CHECK(kind("transition t ([p]) requires { PC[p] = A && X = 0 } { PC[p] := B }") == "");
  CHECK(kind("transition t ([p]) requires { PC[p] = A } { X := 1 }") == "");
  CHECK(kind("transition t ([p]) requires { X = 0 } { X := 1 }") == "");
  CHECK(kind("transition t ([p]) { X := X + 1 }") == "");
  CHECK(kind("transition t ([p]) requires { F[p] = False } { F[p] := True }") == "");
  CHECK(kind("transition t ([p]) requires { F[p] = False } { F[j] := case | j = p : True | _ : F[j] }") == "");
  CHECK(kind("transition t ([p]) requires { forall_other q. F[q] = False } { PC[p] := B }") == "");
  CHECK(kind("transition t ([p]) requires { PC[p] = A && fence() } { X := 1 }") == "");
}

TEST_CASE("atomicity: reading one location and writing another, or writing several, is not") {
  CHECK(kind("transition t ([p]) requires { X = 0 } { Y := 1 }") == "atomic step");
  CHECK(kind("transition t ([p]) { X := Y }") == "atomic step");
  CHECK(kind("transition t ([p]) { X := 1; Y := 1 }") == "atomic step");
  CHECK(kind("transition t ([p] q) requires { F[q] = True } { F[p] := True }") == "atomic step");
  CHECK(kind("transition t ([p]) requires { forall_other q. F[q] = False } { F[p] := True }") == "atomic step");
  CHECK(kind("transition t ([p]) { F[j] := case | _ : False }") == "atomic step");
  CHECK(kind("transition t ([p] q) { F[j] := case | j = p : True | j = q : False | _ : F[j] }") == "atomic step");
  CHECK(kind("transition t ([p]) requires { X = 0 && Y = 0 } { X := 1 }") == "atomic step");
  CHECK(kind("transition t ([p]) { let y = Y in X := 1 }") == "atomic step");
}

TEST_CASE("atomicity: reading several locations at one instant is not") {
  CHECK(kind("transition t ([p]) requires { X = 0 && Y = 0 } { PC[p] := B }") == "atomic read");
  CHECK(kind("transition t ([p]) requires { X = 0 || Y = 0 } { PC[p] := B }") == "atomic read");
  CHECK(kind("transition t ([p]) requires { forall_other q. F[q] = False && G[q] = False } { PC[p] := B }") == "atomic read");
}

TEST_CASE("atomicity: the printed model marks atomic steps and has its pragmas, and is read as the same model") {
  const std::string text =
      "weak var X : int\nweak var Y : int\ninit { X = 0 && Y = 0 }\n(*@ stuck forall p. p @ X = 1 *)\n"
      "transition copy ([p]) { X := Y }\n(*@ atomic *) transition both ([p]) { X := 1; Y := 1 }\n(*@ atomic *) transition one ([p]) { X := "
      "1 }\n";
  const ld::Program program = test::program_of(text);
  std::ostringstream out;
  ld::print_with_remarks(out, program);
  CHECK(out.str().find("\n(*@ stuck forall p. p @ X = 1 *)\n") != std::string::npos);
  CHECK(out.str().find("\n(* atomic step: reads Y and writes X *)\ntransition copy ([p])") != std::string::npos);
  CHECK(out.str().find("\n(* atomic step: writes X and Y *) (*@ atomic *)\ntransition both ([p])") != std::string::npos);
  CHECK(out.str().find("\n(*@ atomic *)\ntransition one ([p])") != std::string::npos);
  const std::string json = ld::to_json(program);
  CHECK(json.find("\"accesses\": \"reads Y and writes X\",\n        \"accepted\": false") != std::string::npos);
  CHECK(json.find("\"accesses\": \"writes X and Y\",\n        \"accepted\": true") != std::string::npos);
  const ld::Program again = test::program_of(out.str());
  CHECK(ld::same(program, again));
  CHECK(again.expected_stuck.size() == 1);
  for (std::size_t k = 0; k < program.transitions.size(); ++k)
    CHECK(again.transitions[k].accepted_atomic == program.transitions[k].accepted_atomic);
}
