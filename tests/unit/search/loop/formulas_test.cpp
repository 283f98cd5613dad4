// One unsafe formula at a time (formulas.h): what a closed formula gives to the others, and what one that did not close must not give.
#include <doctest/doctest.h>

#include <string>

#include "memory/queues/queues.h"
#include "random/search_run.h"
#include "random/text_model.h"
#include "search/loop/turns.h"

using namespace parapet;

namespace {

// Two flags that only ever rise together, and a tower of steps (growth_test) that only a process with different flags could climb.
std::string model(const std::string& more_formulas, const std::string& rise = "A[p] := True; B[p] := True") {
  return "type location = L0 | L1 | L2 | L3\narray PC[proc] : location\narray A[proc] : bool\narray B[proc] : bool\n"
         "init (p) { PC[p] = L0 && A[p] = False && B[p] = False }\n"
         "unsafe (p q) { PC[p] = L3 && PC[q] = L3 }\n" +
         more_formulas + "transition rise (p) requires { PC[p] = L0 } { " + rise +
         " }\n"
         "transition first (p q) requires { PC[p] = L0 && PC[q] = L0 && A[p] = True && B[p] = False } { PC[p] := L1 }\n"
         "transition second (p q) requires { PC[p] = L1 && PC[q] = L0 } { PC[p] := L2 }\n"
         "transition third (p q) requires { PC[p] = L2 && PC[q] = L0 } { PC[p] := L3 }\n";
}

const std::string two_lemmas = "unsafe (p) { A[p] = True && B[p] = False }\nunsafe (p) { PC[p] = L1 }\n";

test::SearchAnswer answer(const std::string& text, std::uint64_t exact_nodes) {
  test::SearchSetup setup = test::small_search(test::Memory::Sc);
  setup.search.approximate = 2;
  setup.search.exact_nodes = exact_nodes;
  setup.certify = true;
  return test::run_search(test::program_of(text), setup);
}

}  // namespace

TEST_CASE("formulas: simplest first, each once") {
  const ld::Program program =
      test::program_of(model("unsafe (p) { PC[p] = L1 || PC[p] = L2 && A[p] = False }\nunsafe () { false }\n"
                             "unsafe (p) { A[p] = True && B[p] = False }\n"));
  TermArena arena(program.signature);
  const le::System system = le::translate(program, le::sc, {}, arena);
  const std::vector<std::uint32_t> order = search::simplest_first(system.unsafes);
  CHECK(order == std::vector<std::uint32_t>{1, 3, 0});  // formula 2 has no cube
}

TEST_CASE("formulas: those that close alone make the others close, and the certificate is the union") {
  for (const std::uint64_t exact_nodes : {2, 3, 4, 6}) {
    const test::SearchAnswer alone = answer(model(two_lemmas), exact_nodes);
    CHECK(alone.kind == test::SearchAnswer::Kind::Safe);
    CHECK(alone.certified);
    // Together the formulas take 5 nodes, each alone at most 4: no candidate is needed.
    CHECK((alone.statistics.approximation_nodes == 0) == (exact_nodes >= 4));
  }
}

TEST_CASE("formulas: cubes of a formula that did not close help nobody") {
  // The formula A && !B is reached with three processes, one more than the instance has, and not within the nodes that it gets alone. If
  // its cubes counted as proved, they would cover all there is.
  const std::string late = "transition late (p q r) requires { A[p] = True && A[q] = True && A[r] = True } { B[p] := False }\n";
  for (const std::uint64_t exact_nodes : {1, 2, 3}) {
    CHECK(answer(model(two_lemmas + late), exact_nodes).kind == test::SearchAnswer::Kind::Unsafe);
  }
}

TEST_CASE("formulas: one that is reached is UNSAFE, whichever it is") {
  for (const std::uint64_t exact_nodes : {1, 2, 4, 8}) {
    CHECK(answer(model(two_lemmas, "A[p] := True"), exact_nodes).kind == test::SearchAnswer::Kind::Unsafe);
    CHECK(answer(model(two_lemmas, "A[p] := True; B[p] := True; PC[p] := L1"), exact_nodes).kind == test::SearchAnswer::Kind::Unsafe);
    CHECK(answer(model(two_lemmas, "PC[p] := L3"), exact_nodes).kind == test::SearchAnswer::Kind::Unsafe);
  }
}
