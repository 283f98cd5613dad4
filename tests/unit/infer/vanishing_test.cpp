// Unsafe states that are reached only if processes vanish: why a search over universal guards cannot answer SAFE.
#include "infer/vanishing.h"

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "memory/queues/timeline.h"
#include "random/text_model.h"
#include "search/search.h"

using namespace parapet;

namespace {

// `signal` leaves its process at Away for ever, `use` wants all others at Home.
std::string model(const std::string& use_guard, const std::string& more = "") {
  return R"(
type state = Home | Away | Bad
array S[proc] : state
var Signal : bool
var Count : int
init (p) { S[p] = Home && Signal = False && Count = 0 }
unsafe (p) { S[p] = Bad }
)" + more +
         "transition signal (i) requires { S[i] = Home } { S[i] := Away; Signal := True }\n"
         "transition count (i) requires { S[i] = Home } { Count := Count + 1 }\n"
         "transition use (i) requires { S[i] = Home && Signal = True && " +
         use_guard + " } { S[i] := Bad }\n";
}

std::optional<std::uint32_t> with(const std::string& text, std::uint32_t most = 3) {
  Budget budget;
  return search::unsafe_if_processes_vanish(test::program_of(text), most, budget);
}

search::Outcome searched(const ld::Program& program, std::uint64_t exact_nodes) {
  TermArena arena(program.signature);
  const le::System system = le::translate(program, ld::sc, {}, arena);
  search::SearchInput input;
  input.system = &system;
  input.arena = &arena;
  input.options.approximate = 3;
  input.options.exact_nodes = exact_nodes;
  input.options.max_nodes = 200;
  return search::run_search(input, search::timeline_memory);
}

}  // namespace

TEST_CASE("vanishing: a universal guard does not ask a process that has vanished") {
  CHECK(with(model("forall_other j. S[j] = Home")) == 2u);
  CHECK(with(model("forall_other j. S[j] = Home"), 1) == std::nullopt);
  CHECK(with(model("(not exists_other j. S[j] = Away)")) == 2u);
}

TEST_CASE("vanishing: a process that has vanished fires nothing, satisfies nothing, is no witness") {
  // Somebody else has to be away and, at the same time, nobody.
  CHECK(with(model("(exists_other k. S[k] = Away) && forall_other j. S[j] = Home")) == std::nullopt);
  // An unsafe process that vanishes is gone.
  CHECK(with("array S[proc] : bool init (p) { S[p] = False } unsafe (p q) { S[p] = True && S[q] = True }\n"
             "transition set (i) requires { forall_other j. S[j] = False } { S[i] := True }") == std::nullopt);
}

TEST_CASE("vanishing: states that a trusted invariant excludes are not followed") {
  CHECK(with(model("forall_other j. S[j] = Home", "invariant () { Signal = True }\n")) == std::nullopt);
}

TEST_CASE("vanishing: the program is a program") {
  std::ostringstream text;
  ld::print(text, search::with_vanishing(test::program_of(model("forall_other j. S[j] = Home"))).program);
  CHECK(text.str().find("forall_other j. vanished[j] = True || S[j] = Home") != std::string::npos);
  CHECK(text.str().find("transition vanish") != std::string::npos);
  CHECK_FALSE(search::has_universal_guard(test::program_of(model("true"))));
  CHECK_FALSE(search::has_universal_guard(test::program_of(model("exists_other j. S[j] = Away"))));
  CHECK(search::has_universal_guard(test::program_of(model("forall_other j. S[j] = Home"))));
  CHECK(search::has_universal_guard(test::program_of(model("(not exists_other j. S[j] = Away)"))));
}

// Without the rule each spurious path is followed by others: Count grows for ever.
TEST_CASE("vanishing: the search says so at once") {
  const ld::Program program = test::program_of(model("Count = 7 && forall_other j. S[j] = Home"));
  const search::Outcome outcome = searched(program, 5);
  const auto* unknown = std::get_if<search::Unknown>(&outcome.verdict);
  REQUIRE(unknown != nullptr);
  CHECK(unknown->kind == search::UnknownKind::Spurious);
  CHECK(unknown->reason.find("with 2 processes an unsafe state is reached if some of them may vanish") == 0);
  CHECK(outcome.statistics.nodes <= 12);
}

// That nobody is ever at U1 .. U6 holds only as long as nobody vanishes, so these candidates are blamed. That nobody is there without the
// signal holds in any case.
TEST_CASE("vanishing: candidates that are false if processes vanish are no longer tried after the first turns") {
  std::string text =
      "type state = Home | Away | U1 | U2 | U3 | U4 | U5 | U6 | Bad\narray S[proc] : state\nvar Signal : bool\n"
      "init (p) { S[p] = Home && Signal = False }\nunsafe (p) { S[p] = Bad }\n"
      "transition signal (i) requires { S[i] = Home } { S[i] := Away; Signal := True }\n";
  for (const std::string k : {"1", "2", "3", "4", "5", "6"}) {
    text += "transition use" + k + " (i) requires { S[i] = Home && Signal = True && forall_other j. S[j] = Home } { S[i] := U" + k + " }\n";
    text += "transition fall" + k + " (i) requires { S[i] = U" + k + " && Signal = False } { S[i] := Bad }\n";
  }
  const ld::Program program = test::program_of(text);
  const search::Outcome outcome = searched(program, 1);
  CHECK(std::holds_alternative<search::Safe>(outcome.verdict));
  CHECK(outcome.statistics.blamed == 1);
  CHECK(outcome.statistics.nodes <= 10);  // 14 if only the instance without vanishing is asked
}
