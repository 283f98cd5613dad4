// A finished run as JSON.
#include <doctest/doctest.h>

#include <string>

#include "base/json_reader.h"
#include "unit/cli/json_shape.h"
#include "unit/report/execution_kit.h"
#include "unit/report/run_kit.h"

using namespace parapet;
using test::fits_schema;
using test::full_run;

TEST_CASE("run JSON: statistics fit their schema and have every number") {
  report::Run run = full_run();
  const std::string text = report::statistics_json(run);
  const JsonValue json = read_json(text);
  CHECK(json.at("verdict").text() == "SAFE");
  CHECK(json.at("reason").is_null());
  CHECK(json.at("nodes").count() == 5);
  CHECK(json.at("solver").items()[0].at("calls").count() == 7);
  CHECK(json.at("peak_memory_bytes").count() == 3U << 20U);
  CHECK(json.at("wall_seconds").number() == 0.0021);
}

TEST_CASE("run JSON: what is not known is null") {
  report::Run run = full_run();
  run.answer = VerdictKind::Unknown;
  run.reason = "out of time";
  run.model.clear();
  run.engine.clear();
  const JsonValue json = read_json(report::check_json(run, nullptr));
  CHECK(json.at("verdict").text() == "UNKNOWN");
  CHECK(json.at("reason").text() == "out of time");
  CHECK(json.at("model").is_null());
  CHECK(json.at("engine").is_null());
  CHECK(json.at("trace").is_null());
}

TEST_CASE("run JSON: cross-checks, assumptions, invariants, and the trace of an UNSAFE") {
  const test::Replayed replayed;
  const evidence::Execution execution = replayed.execution();
  const JsonValue json = read_json(report::check_json(full_run(), &execution));
  const auto checks = json.at("cross_checks").items();
  REQUIRE(checks.size() == 2);
  CHECK(checks[0].at("completed").truth());
  CHECK(checks[0].at("reason").is_null());
  CHECK_FALSE(checks[1].at("completed").truth());
  CHECK(checks[1].at("reason").text() == "no time");
  CHECK(json.at("assumptions").items()[0].text() == "assuming 1 user invariant");
  CHECK(json.at("invariants").items()[0].text() == "forall z0. not (PC[z0] = C)");
  CHECK(json.at("trace").at("file").text() == "lock.cub");
  CHECK(json.at("statistics").at("nodes").count() == 5);
}
