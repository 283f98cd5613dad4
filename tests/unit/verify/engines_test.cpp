// One engine on a system, and two that check each other.
#include "verify/engines.h"

#include <doctest/doctest.h>

#include <string>

#include "random/text_model.h"
#include "unit/verify/models.h"

using namespace parapet;
using verify::EngineRun;

namespace {

EngineRun safe(Engine engine) {
  EngineRun run;
  run.engine = engine;
  run.outcome.verdict = search::Safe{};
  run.outcome.statistics.nodes = 2;
  run.outcome.statistics.depth = 5;
  return run;
}

EngineRun unsafe(Engine engine) {
  EngineRun run = safe(engine);
  run.outcome.verdict = search::Unsafe{};
  return run;
}

EngineRun unknown(Engine engine) {
  EngineRun run = safe(engine);
  run.outcome.verdict = search::Unknown{"no time", search::UnknownKind::Limit};
  return run;
}

}  // namespace

TEST_CASE("engines: each has the evidence of its verdict") {
  const ld::Program proved = test::program_of(test::fenced), violated = test::program_of(test::unfenced);
  for (const Engine engine : {Engine::Timeline, Engine::Ghb}) {
    const auto safe_system = verify::translate(proved, ld::tso, {}, nullptr),
               unsafe_system = verify::translate(violated, ld::tso, {}, nullptr);
    const EngineRun proof = verify::run_engine(engine, *safe_system, {});
    REQUIRE(verify::is_safe(proof));
    const Certificate& certificate = std::get<Safe>(proof.outcome.verdict).certificate;
    CHECK_FALSE(certificate.cubes.empty());
    CHECK(certificate.engine == name(engine));
    const EngineRun trace = verify::run_engine(engine, *unsafe_system, {});
    REQUIRE(verify::is_unsafe(trace));
    const auto& found = std::get<Unsafe>(trace.outcome.verdict);
    CHECK(found.account.steps.size() == found.trace.steps.size());
  }
}

TEST_CASE("engines: Auto and Both are no engines to run") {
  const ld::Program program = test::program_of(test::fenced);
  const auto translation = verify::translate(program, ld::tso, {}, nullptr);
  CHECK_THROWS_AS((void)verify::run_engine(Engine::Auto, *translation, {}), InternalError);
  CHECK_THROWS_AS((void)verify::run_engine(Engine::Both, *translation, {}), InternalError);
}

TEST_CASE("engines: opposite verdicts are a disagreement, either way round") {
  CHECK_THROWS_AS((void)verify::compared(safe(Engine::Timeline), unsafe(Engine::Ghb), false), verify::Disagreement);
  CHECK_THROWS_AS((void)verify::compared(unsafe(Engine::Timeline), safe(Engine::Ghb), false), verify::Disagreement);
  try {
    (void)verify::compared(safe(Engine::Timeline), unsafe(Engine::Ghb), false);
  } catch (const verify::Disagreement& disagreement) {
    CHECK(disagreement.first().engine == Engine::Timeline);
    CHECK(disagreement.second().engine == Engine::Ghb);
    CHECK(disagreement.translation() == nullptr);
  }
}

TEST_CASE("engines: the one that decides is told, the timeline first; without a second verdict nothing is checked") {
  const auto both = [](EngineRun timeline, EngineRun events, bool states_only = false) {
    return verify::compared(std::move(timeline), std::move(events), states_only);
  };
  const verify::BothRuns agreed = both(safe(Engine::Timeline), safe(Engine::Ghb));
  CHECK(agreed.told.engine == Engine::Timeline);
  CHECK(agreed.check.completed);
  CHECK(agreed.told.outcome.statistics.nodes == 4);
  const verify::BothRuns by_events = both(unknown(Engine::Timeline), safe(Engine::Ghb));
  CHECK(by_events.told.engine == Engine::Ghb);
  CHECK_FALSE(by_events.check.completed);
  CHECK(by_events.check.reason == "engine timeline: no time");
  CHECK(both(safe(Engine::Timeline), unknown(Engine::Ghb)).told.engine == Engine::Timeline);
  CHECK(both(unknown(Engine::Timeline), unknown(Engine::Ghb)).told.engine == Engine::Timeline);
  // Cubes of events are no sets of states; a trace is a trace.
  CHECK(both(unknown(Engine::Timeline), safe(Engine::Ghb), true).told.engine == Engine::Timeline);
  CHECK(both(unknown(Engine::Timeline), unsafe(Engine::Ghb), true).told.engine == Engine::Ghb);
}
