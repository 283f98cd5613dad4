// Reading what was printed gives the same program, on every model at hand.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "skipped.h"
#include "unit/frontend/models.h"

using namespace parapet;
namespace fs = std::filesystem;

namespace {

fs::path corpus() {
  if (const char* given = std::getenv("PARAPET_CORPUS")) return given;
  return fs::path(PARAPET_SOURCE_DIR) / "../shared/corpus";
}

void check_round_trip(const fs::path& path, bool must_load) {
  const auto loaded = frontend::load(path.string());
  INFO(path.string(), "\n", testing::messages(loaded));
  if (must_load) CHECK(loaded.program.has_value());
  if (!loaded.program) return;
  const std::string failure = testing::round_trip_failure(*loaded.program);
  INFO(failure);
  CHECK(failure.empty());
}

}  // namespace

TEST_CASE("round trip: seeds") {
  const auto seeds = testing::models_below(fs::path(PARAPET_SOURCE_DIR) / "tests/fuzz/seeds");
  CHECK(seeds.size() >= 5);
  for (const auto& path : seeds) check_round_trip(path, true);
}

TEST_CASE("round trip: examples and tests") {
  for (const auto& path : testing::models_below(fs::path(PARAPET_SOURCE_DIR) / "examples")) check_round_trip(path, true);
  for (const auto& path : testing::models_below(fs::path(PARAPET_SOURCE_DIR) / "tests")) check_round_trip(path, false);
}

TEST_CASE("round trip: published models") {
  const auto models = testing::models_below(corpus());
  if (models.empty()) test::skipped("no models in " + corpus().string() + " (PARAPET_CORPUS names another folder)");
  for (const auto& path : models) check_round_trip(path, true);
}
