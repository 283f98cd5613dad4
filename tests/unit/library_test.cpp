// The example of the public header, linked with either library, is a small `parapet check`; the header is what its comment says.
#include <doctest/doctest.h>

#include <atomic>
#include <string>

#include "parapet/parapet.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet::test;
namespace api = parapet::api;

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";

}  // namespace

TEST_CASE("library: the example, static and shared") {
  for (const std::string kind : {"static", "shared"}) {
    CAPTURE(kind);
    const std::string program = PARAPET_BINARY_DIR "/parapet-api-" + kind;
    const Child safe = run_program(program, {safe_model});
    CHECK(safe.status == 0);
    CHECK(contains(safe.out, "SAFE under tso, 8 nodes"));
    const Child unsafe = run_program(program, {unsafe_model});
    CHECK(unsafe.status == 1);
    CHECK(contains(unsafe.out, "UNSAFE under tso with 2 processes"));
    const Child missing = run_program(program, {"/nonexistent.cub"});
    CHECK(missing.status == 2);
    CHECK(contains(missing.err, "/nonexistent.cub"));
  }
}

TEST_CASE("library: verdicts with their evidence") {
  const api::Model safe = api::Model::load(safe_model);
  const api::Result proved = api::check(safe);
  CHECK(proved.verdict == api::Verdict::Safe);
  CHECK(proved.engine == "timeline");
  CHECK_FALSE(proved.counterexample);
  const TemporaryFolder folder;
  CHECK(run_parapet({"certify", folder.file("c.json", proved.certificate), safe_model, "-q"}).status == 0);
  const api::Result violated = api::check(api::Model::load(unsafe_model));
  REQUIRE(violated.verdict == api::Verdict::Unsafe);
  CHECK(violated.certificate.empty());
  CHECK(violated.counterexample->processes == 2);
  CHECK_FALSE(violated.counterexample->steps.empty());
  CHECK(run_parapet({"replay", folder.file("t.json", violated.counterexample->json), unsafe_model, "-q"}).status == 0);
}

TEST_CASE("library: options, limits and errors") {
  const api::Model model = api::Model::load(unsafe_model);
  api::Options options;
  options.memory_model = api::MemoryModel::Sc;
  CHECK(api::check(model, options).verdict == api::Verdict::Safe);
  options = {};
  options.engine = api::Engine::Both;
  CHECK(api::check(model, options).verdict == api::Verdict::Unsafe);
  options = {};
  options.max_nodes = 1;
  CHECK(api::check(model, options).reason == "limit of 1 nodes reached");
  options.max_nodes = 0;
  const std::atomic<int> stop{1};
  options.stop = &stop;
  CHECK(api::check(model, options).verdict == api::Verdict::Unknown);
  options = {};
  options.solver = "yices";
  CHECK_THROWS_AS((void)api::check(model, options), api::Error);
  CHECK_THROWS_WITH_AS((void)api::Model::parse("init (x) { A[x] = 1 }"), doctest::Contains("model.cub:1:12: error"), api::Error);
  CHECK_THROWS_AS((void)api::Model::load("/nonexistent.cub"), api::Error);
}
