// Checks of a verdict that were made once or several times.
#include "result/verdict.h"

#include <doctest/doctest.h>

#include <vector>

using namespace parapet;

TEST_CASE("cross-check: made several times it is completed if it is each time, with the first reason why not") {
  std::vector<CrossCheck> all;
  note(all, {"--paranoid", true, ""});
  note(all, {"--engine both", true, ""});
  note(all, {"--paranoid", true, ""});
  REQUIRE(all.size() == 2);
  CHECK(all[0].name == "--paranoid");
  CHECK(all[0].completed);
  note(all, {"--paranoid", false, "no time"});
  note(all, {"--paranoid", true, ""});
  note(all, {"--paranoid", false, "no memory"});
  REQUIRE(all.size() == 2);
  CHECK_FALSE(all[0].completed);
  CHECK(all[0].reason == "no time");
  CHECK(all[1].completed);
}
