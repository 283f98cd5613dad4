// Small instances beside the search.
#include <doctest/doctest.h>

#include "check/replay.h"
#include "random/text_model.h"
#include "unit/verify/models.h"
#include "verify/cross_checks.h"

using namespace parapet;

TEST_CASE("second opinion: a safe model is explored as far as was asked") {
  const ld::Program program = test::program_of(test::fenced);
  Budget budget;
  const verify::SmallStates none = verify::ask_small_instances(program, ld::tso, 0, false, budget);
  CHECK(none.states == 0);
  const verify::SmallStates few = verify::ask_small_instances(program, ld::tso, 5, false, budget);
  CHECK(few.states > 0);
  CHECK(few.processes < 3);
  const verify::SmallStates all = verify::ask_small_instances(program, ld::tso, 100'000, false, budget);
  CHECK(all.processes == 3);
  CHECK(all.states > few.states);
  // Paranoid asks for many states, whatever was asked for.
  CHECK(verify::ask_small_instances(program, ld::tso, 5, true, budget).states == all.states);
}

TEST_CASE("second opinion: an unsafe state contradicts SAFE, and its execution can be replayed") {
  const ld::Program program = test::program_of(test::unfenced);
  Budget budget;
  try {
    (void)verify::ask_small_instances(program, ld::tso, 100'000, false, budget);
    FAIL("nothing is found");
  } catch (const verify::Contradiction& contradiction) {
    CHECK(check::replay(program, ld::tso, contradiction.trace).ok());
  }
  // The fence is only missing under store buffers.
  CHECK_NOTHROW((void)verify::ask_small_instances(program, ld::sc, 100'000, false, budget));
}

TEST_CASE("second opinion: a counterexample of a small instance, if there is one") {
  Budget budget;
  const ld::Program unsafe = test::program_of(test::unfenced), safe = test::program_of(test::fenced);
  const auto found = verify::find_in_small_instances(unsafe, ld::tso, budget);
  REQUIRE(found);
  CHECK(check::replay(unsafe, ld::tso, *found).ok());
  CHECK_FALSE(verify::find_in_small_instances(safe, ld::tso, budget));
}
