// Parameters that a guard equates with a process fixed for the whole execution.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "le/passes.h"
#include "logic/term.h"
#include "unit/le/translated.h"

using namespace parapet;
using test::Translated;

namespace {

const std::string head = R"(number_procs 4
const Server : proc
var Turn : proc
weak var Hint : proc
var N : int
init { N = 0 }
)";

using Texts = std::vector<std::string>;

// What the guard of `t ([p] q)` forces a parameter to be.
Texts forced(const std::string& guard, std::uint32_t parameter = 0, const std::string& more = "") {
  Translated t(head + "transition t ([p] q) requires { " + guard + " } { N := 1 }\n" + more);
  const le::Transition& transition = t.transition("t");
  Texts texts;
  for (const TermId term : le::forced_values(t.system, t.arena, transition.guard, t.arena.variable(parameter)))
    texts.push_back(to_string(t.arena, term));
  return texts;
}

}  // namespace

TEST_CASE("forced: constants and variables that nothing assigns, constants first") {
  CHECK(forced("p = #1") == Texts{"#1"});
  CHECK(forced("Server = p && N = 0") == Texts{"Server"});
  CHECK(forced("p = Server && p = #2") == Texts{"#2", "Server"});
  CHECK(forced("p = Turn") == Texts{"Turn"});
}

TEST_CASE("forced: what changes, or is not an equation of the parameter, forces nothing") {
  CHECK(forced("p = Turn", 0, "transition move ([r]) { Turn := r }").empty());
  CHECK(forced("p = Hint").empty());
  CHECK(forced("p <> #1").empty());
  CHECK(forced("q = #1").empty());
  CHECK(forced("q = #1", 1) == Texts{"#1"});
}

TEST_CASE("forced: the intersection keeps the order of the first list") {
  const std::vector<TermId> a{TermId(3), TermId(1), TermId(2)}, b{TermId(2), TermId(3)};
  CHECK(le::in_both(a, b) == std::vector<TermId>{TermId(3), TermId(2)});
  CHECK(le::in_both(a, {}).empty());
}

TEST_CASE("forced: the acting process is its variable or what it is forced to be; nobody is nobody") {
  Translated t(head +
               "transition t ([p] q) requires { p = #1 && q = #2 } { N := 1 }\ntransition free (p q) requires { p = #2 } { N := 2 }\n");
  const le::Transition& transition = t.transition("t");
  const std::vector<TermId> actors = le::forced_actors(t.system, t.arena, transition);
  const TermId p = t.arena.variable(0), q = t.arena.variable(1);
  CHECK(actors == std::vector<TermId>{t.arena.process_const(1)});
  CHECK(le::is_actor(p, p, actors));
  CHECK(le::is_actor(t.arena.process_const(1), p, actors));
  CHECK_FALSE(le::is_actor(q, p, actors));
  CHECK_FALSE(le::is_actor(t.arena.process_const(2), p, actors));
  CHECK_FALSE(le::is_actor(t.arena.process_const(1), TermId(), actors));
  REQUIRE_FALSE(t.transition("free").actor);
  CHECK(le::forced_actors(t.system, t.arena, t.transition("free")).empty());
}
