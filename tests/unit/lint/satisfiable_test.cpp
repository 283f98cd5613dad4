// Warnings that ask the solver: never-fires, empty-unsafe, empty-init.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "unit/lint/warnings.h"

using namespace parapet;

namespace {

using Texts = std::vector<std::string>;

const std::string head = "number_procs 2\ntype loc = A | B | C\narray PC[proc] : loc\nvar N : int\ninit (z) { PC[z] = A && N = 0 }\n";

std::string guard(const std::string& formula) {
  return head + "transition t (p) requires { " + formula + " } { PC[p] := B; N := N + 1 }\n";
}

std::string message(const std::string& text) {
  const auto all = test::warnings(lint::find_empty, text);
  REQUIRE(all.size() <= 1);
  return all.empty() ? "" : all[0].name + ": " + all[0].message;
}

}  // namespace

TEST_CASE("never-fires: a contradiction, a value that never occurs, too many processes") {
  CHECK(message(guard("N < 2 && 3 < N")) == "never-fires: transition `t` can never fire: its guard contradicts itself");
  CHECK(message(guard("PC[p] = C")) == "never-fires: transition `t` can never fire: it requires a value that PC never takes");
  CHECK(message(head + "transition t (p q r) { PC[p] := B }") ==
        "never-fires: transition `t` can never fire: it needs more processes than number_procs allows");
  CHECK(test::warnings(lint::find_empty, guard("PC[p] = C")).at(0).hint == "init and the assignments make PC only ever A or B");
}

TEST_CASE("never-fires: one disjunct, or one choice of processes, is enough to fire") {
  CHECK(message(guard("PC[p] = C || N = 5")).empty());
  CHECK(message(guard("PC[p] = C || PC[p] = B && N < 0 && 0 < N")).find("never-fires") == 0);
  CHECK(message(head + "transition t (p q) requires { p = #1 && q = #2 } { PC[p] := B }").empty());
  CHECK(message(guard("p = #1 && p = #2")).find("contradicts itself") != std::string::npos);
}

TEST_CASE("never-fires: a universal guard is not tried") { CHECK(message(guard("PC[p] = A && forall_other q. PC[q] = C")).empty()); }

TEST_CASE("empty-unsafe: no state satisfies it") {
  CHECK(message(head + "unsafe (a) { PC[a] = C }") ==
        "empty-unsafe: no state is unsafe in this way: it requires a value that PC never takes");
  CHECK(message(head + "unsafe (a) { PC[a] = A && N = 0 && N = 1 }") ==
        "empty-unsafe: no state is unsafe in this way: the formula contradicts itself");
  CHECK(message(head + "unsafe (a) { PC[a] = A && N = 7 }").empty());
}

TEST_CASE("empty-init: the only warning, at init") {
  const std::string text = "var N : int\ninit { N = 0 && N = 1 }\nunsafe () { N < 0 && 0 < N }\n";
  CHECK(test::places(test::warnings(lint::find_empty, text), text) == Texts{"empty-init: init { N = 0 && N = "});
}
