// The two engines as a user meets them: which one is taken, what it says where it is not exact, one against the other, the order by a
// solver.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include "base/contract.h"
#include "cli/check_report.h"
#include "frontend/frontend.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

using namespace parapet;
using namespace parapet::test;

namespace {

const std::string source = PARAPET_SOURCE_DIR;
const std::string unordered = source + "/tests/regress/unknown/order_of_firings_may_not_exist.cub";
const std::string shared_plain = source + "/tests/regress/safe/plain_write_before_its_readers.cub";
const std::string safe_model = source + "/examples/locks/dekker.cub";
const std::string unsafe_model = source + "/examples/locks/dekker_nofence.cub";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("engine: the timeline where it is exact, else the event engine") {
  CHECK(has(run_parapet({safe_model}).out, "engine timeline"));
  const Child taken = run_parapet({shared_plain});
  CHECK(taken.status == 0);
  CHECK(has(taken.out, "engine ghb"));
  const Child refused = run_parapet({"--engine", "timeline", shared_plain});
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "shared plain"));
  CHECK(has(refused.err, "--engine ghb"));
}

TEST_CASE("engine: where events are not exact, nothing found is UNKNOWN and says why") {
  const Child child = run_parapet({unordered});
  CHECK(child.status == 3);
  CHECK(has(child.out, "`p_read` can touch the shared plain S while the write of `p_write` is in its process's store buffer"));
}

TEST_CASE("engine: both say the same") {
  CHECK(run_parapet({"--engine", "both", safe_model}).status == 0);
  const Child unsafe = run_parapet({"--engine", "both", unsafe_model});
  CHECK(unsafe.status == 1);
  CHECK(has(unsafe.out, "engine both"));
}

TEST_CASE("engine: with a store buffer per location the event engine has no certificate, and says so") {
  const std::string safe = source + "/examples/litmus/sb_any_fence.cub";
  const std::string path = (std::filesystem::temp_directory_path() / "parapet_engine_test_pso.json").string();
  const Child events = run_parapet({"--engine", "ghb", "--model", "pso", "--certificate", path, safe});
  CHECK(events.status == 0);
  CHECK(has(events.out, "without a certificate: no checker knows"));
  CHECK(has(events.err, "is not written: SAFE has no certificate here"));
  CHECK_FALSE(std::filesystem::exists(path));
  const Child paranoid = run_parapet({"--engine", "ghb", "--model", "pso", "--paranoid", "-q", safe});
  CHECK(paranoid.status == 3);
  CHECK(has(paranoid.out, "UNKNOWN: the search says SAFE, but '--paranoid' was not completed"));
  const Child both = run_parapet({"--engine", "both", "--model", "pso", "--certificate", path, safe});
  CHECK(both.status == 0);
  CHECK(run_parapet({"certify", path, safe}).status == 0);  // that of the timeline
  std::filesystem::remove(path);
  CHECK(run_parapet({"--engine", "ghb", "--model", "pso", source + "/examples/litmus/mp_any.cub"}).status == 1);
  CHECK(run_parapet({"--engine", "ghb", "--model", "pso", "--order", "smt", safe}).status == 2);
}

// A check that did not happen is no check.
TEST_CASE("engine: where one of both is stopped, the verdict is UNKNOWN and names what is missing") {
  const std::string commit = source + "/examples/protocols/two_phase_commit.cub";  // 14 nodes with the timeline, 19 with events
  const Child safe = run_parapet({"--engine", "both", "--max-nodes", "16", "-q", commit});
  CHECK(safe.status == 3);
  CHECK(safe.out == "UNKNOWN: the search says SAFE, but '--engine both' was not completed: engine ghb: limit of 16 nodes reached\n");
  const Child json = run_parapet({"--engine", "both", "--max-nodes", "16", "--format", "json", commit});
  CHECK(fits_schema(json.out, "check-schema.json") == "");
  CHECK(has(json.out, "\"completed\": false"));
  const Child complete = run_parapet({"--engine", "both", "--format", "json", commit});
  CHECK(complete.status == 0);
  CHECK(has(complete.out, "\"name\": \"--engine both\",\n      \"completed\": true,\n      \"reason\": null"));
  const Child neither = run_parapet({"--engine", "both", "--max-nodes", "3", "--format", "json", commit});
  CHECK(neither.status == 3);
  CHECK(has(neither.out, "\"reason\": \"limit of 3 nodes reached\""));
  CHECK(has(neither.out, "engine timeline: limit of 3 nodes reached; engine ghb: limit of 3 nodes reached"));
}

TEST_CASE("engine: evidence of a verdict that was not cross-checked is kept") {
  const TemporaryFolder folder;
  const std::string trace = (folder.path() / "t.json").string(), proof = (folder.path() / "c.json").string();
  const std::string hazard = source + "/examples/protocols/hazard_pointer_nofence.cub";  // 20 nodes with the timeline, 24 with events
  const Child unsafe = run_parapet({"--engine", "both", "--max-nodes", "22", "--trace", trace, hazard});
  CHECK(unsafe.status == 3);
  CHECK(has(unsafe.out, "UNKNOWN: the search says UNSAFE, and its trace was replayed, but '--engine both' was not completed: "));
  CHECK(run_parapet({"replay", trace, hazard, "-q"}).status == 0);
  const std::string commit = source + "/examples/protocols/two_phase_commit.cub";
  CHECK(run_parapet({"--engine", "both", "--max-nodes", "16", "--certificate", proof, commit}).status == 3);
  CHECK(run_parapet({"certify", proof, commit, "-q"}).status == 0);
}

TEST_CASE("engine: a difference is an internal error with its evidence saved") {
  const frontend::Loaded loaded = frontend::load(unsafe_model);
  std::shared_ptr<verify::Translation> translation = verify::translate(*loaded.program, ld::tso, {}, nullptr);
  const auto right = [&] { return verify::run_engine(verify::Engine::Timeline, *translation, {}); };
  const auto wrong = [&](Verdict verdict) {
    verify::EngineRun run;
    run.engine = verify::Engine::Ghb;
    run.outcome.verdict = std::move(verdict);
    return run;
  };
  const TemporaryFolder folder;
  CHECK(verify::compared(right(), right(), false).check.completed);
  std::string message, unsaved;
  try {
    (void)verify::compared(right(), wrong(Safe{make_certificate(translation->system, event_engine, true, {})}), false);
  } catch (verify::Disagreement& error) {
    error.keep(translation);
    message = cli::saved_disagreement(error, *loaded.program, ld::tso, loaded.file, folder.path());
    unsaved = cli::saved_disagreement(error, *loaded.program, ld::tso, loaded.file, "/proc");
  }
  CHECK(has(message, "timeline says UNSAFE, ghb says SAFE"));
  const std::filesystem::path saved = folder.path() / "parapet-difference";
  for (const char* name : {"model.cub", "timeline-trace.json", "ghb-certificate.json"}) {
    CHECK(has(message, (saved / name).string()));
    CHECK(std::filesystem::exists(saved / name));
  }
  CHECK(run_parapet({"replay", (saved / "timeline-trace.json").string(), (saved / "model.cub").string()}).status == 0);
  // Where nothing can be saved it is one all the same.
  CHECK(has(unsaved, "timeline says UNSAFE, ghb says SAFE; their evidence could not be saved: "));
  CHECK_FALSE(verify::compared(right(), wrong(search::Unknown{"no time"}), false).check.completed);
}

TEST_CASE("engine: the order of events by a solver") {
  for (const char* solver : {"native", "z3", "cvc5"}) {
    CAPTURE(solver);
    CHECK(run_parapet({"--engine", "ghb", "--order", "smt", "--solver", solver, safe_model}).status == 0);
    CHECK(run_parapet({"--engine", "ghb", "--order", "smt", "--solver", solver, unsafe_model}).status == 1);
  }
  CHECK(run_parapet({"--engine", "ghb", "--cross-check", safe_model}).status == 0);
  CHECK(run_parapet({"--order", "smt", safe_model}).status == 2);
}

TEST_CASE("engine: a node as a formula of LE") {
  const std::string model = source + "/examples/litmus/sb_any.cub";
  const Child events = run_parapet({"dump", "--node", "4", "--engine", "ghb", model});
  CHECK(events.status == 0);
  for (const char* part : {"e0: ", "Rd(e", "Val(e", "Wr(e", "ghb(e"}) CHECK_MESSAGE(has(events.out, part), events.out);
  const Child timeline = run_parapet({"dump", "--node", "5", "--no-lateness", model});
  CHECK(timeline.status == 0);
  for (const char* part : {"e0: ", "Rd(e", "Val(e"}) CHECK_MESSAGE(has(timeline.out, part), timeline.out);
}

TEST_CASE("engine: a certificate of the event engine is saved, fits its schema, and is confirmed by every solver") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "c.json").string();
  for (const char* name : {"/examples/litmus/sb_any_fence.cub", "/examples/barriers/set_sense.cub", "/examples/barriers/counter_any.cub"}) {
    const std::string model = source + name;
    CAPTURE(model);
    REQUIRE(run_parapet({"check", "--engine", "ghb", "--certificate", file, model}).status == 0);
    CHECK(fits_schema(read_text(file), "certificate-schema.json") == "");
    CHECK(has(read_text(file), "\"engine\": \"ghb\""));
    for (const char* solver : {"auto", "z3", "cvc5"}) {
      CAPTURE(solver);
      const Child child = run_parapet({"certify", "--solver", solver, file, model});
      CHECK(child.status == 0);
      CHECK(has(child.out, "CONFIRMED"));
    }
  }
}

TEST_CASE("engine: --paranoid with the event engine, also where it is the only one") {
  for (const char* engine : {"ghb", "both"}) CHECK(run_parapet({"--engine", engine, "--paranoid", safe_model}).status == 0);
  const Child unsafe = run_parapet({"--engine", "ghb", "--paranoid", unsafe_model});
  CHECK(unsafe.status == 1);
}

TEST_CASE("engine: no certificate where the event engine proves nothing, and none is believed") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "c.json").string();
  CHECK(run_parapet({"--certificate", file, unordered}).status == 3);
  CHECK_FALSE(std::filesystem::exists(file));
}

TEST_CASE("engine: an exported invariant is of the timeline engine") {
  const TemporaryFolder folder;
  const Child child = run_parapet({"--engine", "ghb", "--export-invariant", (folder.path() / "inv").string(), safe_model});
  CHECK(child.status == 2);
  CHECK(has(child.err, "'--export-invariant' needs the timeline engine"));
}
