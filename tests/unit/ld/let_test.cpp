// A `let` is part of the program: printed, read again, in JSON, and its name hides nothing.
#include <doctest/doctest.h>

#include <string>

#include "ld/ghost.h"
#include "ld/program.h"
#include "random/text_model.h"
#include "unit/frontend/models.h"

using namespace parapet;

namespace {

const std::string head = "array A[proc] : int\nvar N : int\nvar P : proc\ninit (x) { A[x] = 0 }\n";

std::string transition_of(const std::string& text) {
  const ld::Program program = test::program_of(head + text);
  const std::string failure = testing::round_trip_failure(program);
  CHECK_MESSAGE(failure.empty(), failure);
  const std::string printed = testing::printed(program);
  return printed.substr(printed.find("transition"));
}

}  // namespace

TEST_CASE("let: printed with its uses expanded") {
  CHECK(transition_of("transition t (p) { let n = N + 1 in let m = 2 * n in A[p] := m }") ==
        "transition t (p)\n{ let n = N + 1 in let m = 2 * N + 2 in A[p] := 2 * N + 2 }\n");
  CHECK(transition_of("transition t (p) { let n = N in }") == "transition t (p)\n{ let n = N in }\n");
}

TEST_CASE("let: a name that would hide a process gets another one") {
  CHECK(transition_of("transition t (p q r) { let p = q in let q = r in A[p] := 1; P := q }") ==
        "transition t (p q r)\n{ let p_1 = q in let q_1 = r in A[q] := 1;\n  P := r }\n");
  CHECK(transition_of("transition t (p) { let j = N in A[j] := case | j = p : 1 | _ : A[j] }") ==
        "transition t (p)\n{ let j = N in A[j_1] := case\n    | j_1 = p : 1\n    | _ : A[j_1] }\n");
  CHECK(transition_of("transition t (p) requires { forall_other q. A[q] = 0 } { let q = N in A[p] := q }") ==
        "transition t (p)\nrequires { forall_other q. A[q] = 0 }\n{ let q = N in A[p] := N }\n");
}

TEST_CASE("let: two programs that differ in one are different") {
  const auto program = [](const std::string& let) { return test::program_of(head + "transition t (p) { " + let + " A[p] := 1 }"); };
  CHECK(ld::same(program("let n = N in"), program("let n = N in")));
  CHECK_FALSE(ld::same(program("let n = N in"), program("")));
  CHECK_FALSE(ld::same(program("let n = N in"), program("let n = N + 1 in")));
}

TEST_CASE("let: JSON has its name and value") {
  const std::string json = ld::to_json(test::program_of(head + "transition t (p) { let n = N in A[p] := 1 }"));
  CHECK(json.find("\"lets\"") != std::string::npos);
  CHECK(json.find("\"name\": \"n\"") != std::string::npos);
  CHECK(ld::to_json(test::program_of(head + "transition t (p) { A[p] := 1 }")).find("\"lets\"") == std::string::npos);
}
