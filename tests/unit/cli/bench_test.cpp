// Guards `parapet bench` as a user meets it: exit codes, limits, interruption, resuming, shards, other tools, progress.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <regex>
#include <string>
#include <thread>

#include "bench/result.h"
#include "cli/progress.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"
#include "unit/sanitizer.h"

using namespace parapet::test;
using parapet::bench::Results;
using parapet::VerdictKind;

namespace {

const std::string unfenced = R"(
type loc = Idle | Want | Crit
array PC[proc] : loc
weak array Flag[proc] : bool
init (z) { PC[z] = Idle && Flag[z] = False }
unsafe (a b) { PC[a] = Crit && PC[b] = Crit }
transition request ([p]) requires { PC[p] = Idle } { PC[p] := Want; Flag[p] := True }
transition enter ([p]) requires { PC[p] = Want && forall_other q. Flag[q] = False } { PC[p] := Crit }
)";
const std::string with_expectations = "(* expect tso UNSAFE\n   expect sc SAFE *)" + unfenced;

// A suite of a model and a tool that sleeps.
struct Sleeping {
  TemporaryFolder folder;
  std::string model = folder.file("m.cub", unfenced);
  std::string suite =
      folder.file("s.suite", "tool sleeper safe=^SAFE unsafe=^UNSAFE -- sh -c \"sleep 100; echo {file}\"\nm.cub tso UNSAFE\n");
};

Results results_of(const std::string& file) { return parapet::bench::read_results(read_text(file), file); }

// In the background.
pid_t start_bench(const std::string& suite, const std::string& results, const std::string& out) {
  const pid_t bench = ::fork();
  REQUIRE(bench >= 0);
  if (bench == 0) {
    if (std::freopen(out.c_str(), "w", stdout) == nullptr) ::_exit(125);
    ::execl(PARAPET_BINARY_DIR "/parapet", "parapet", "bench", suite.c_str(), "--results", results.c_str(), "-q", nullptr);
    ::_exit(126);
  }
  return bench;
}

}  // namespace

TEST_CASE("bench: expectations in a model give its rows, and all right is exit 0") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", with_expectations));
  const Child child = run_parapet({"bench", folder.path().string(), "--table", "json", "--jobs", "2", "--repeat", "2"});
  CAPTURE(child.err);
  CHECK(child.status == 0);
  CHECK(fits_schema(child.out, "bench-schema.json") == "");
  const Results results = parapet::bench::read_results(child.out, "out");
  REQUIRE(results.rows.size() == 2);
  CHECK(results.rows[0].name == "m");
  CHECK(results.rows[0].model == "tso");
  CHECK(results.rows[0].verdict == VerdictKind::Unsafe);
  CHECK(results.rows[0].evidence == "replayed");
  CHECK(results.rows[0].nodes.value_or(0) > 0);
  CHECK(results.rows[0].runs.size() == 2);
  CHECK(results.rows[0].shape->weak_arrays == 1);
  CHECK(results.rows[1].verdict == VerdictKind::Safe);
  CHECK(contains(child.err, "2 rows: 2 as expected; CPU "));
}

TEST_CASE("bench: with --paranoid SAFE is certified") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", with_expectations));
  const Child child = run_parapet({"bench", folder.file("s.suite", "options --paranoid\nm.cub\n"), "--table", "json"});
  CHECK(child.status == 0);
  const Results results = parapet::bench::read_results(child.out, "out");
  REQUIRE(results.rows.size() == 2);
  CHECK(results.rows[0].evidence == "replayed");
  CHECK(results.rows[1].verdict == VerdictKind::Safe);
  CHECK(results.rows[1].evidence == "certified");
}

TEST_CASE("bench: the litmus tables are a suite") {
  const std::string part = std::getenv("PARAPET_SLOW") != nullptr ? "1/1" : "7/40";
  const Child child = run_parapet({"bench", PARAPET_BINARY_DIR "/litmus", "--shard", part, "--timeout", "60", "--table", "json"});
  CAPTURE(child.err);
  CHECK(child.status == 0);
  const Results results = parapet::bench::read_results(child.out, "out");
  CHECK(results.rows.size() > 20);
  for (const auto& row : results.rows) CHECK_MESSAGE(row.expected.has_value(), row.name);
}

TEST_CASE("bench: the suites of the repository name models that are there") {
  for (const std::string suite : {"examples", "certified", "papers"}) {
    const Child child =
        run_parapet({"bench", PARAPET_SOURCE_DIR "/bench/" + suite + ".suite", "--shard", "1/60", "--timeout", "0.5", "-q"});
    CAPTURE(child.err);
    // Sanitizers reserve terabytes of addresses, which the suites' memory limit refuses: each run fails then; a missing model is exit 2.
    CHECK((child.status == 0 || child.status == 3 || (sanitized && child.status == 4)));
  }
}

TEST_CASE("bench: a wrong verdict is exit 1, a missing one 3, a broken model 4") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", unfenced));
  static_cast<void>(folder.file("broken.cub", "type loc = \n"));
  const Child wrong = run_parapet({"bench", folder.file("wrong.suite", "m.cub tso SAFE\nbroken.cub\n")});
  CHECK(wrong.status == 1);
  CHECK(contains(wrong.out, "WRONG"));
  CHECK(run_parapet({"bench", folder.file("limit.suite", "m.cub sc SAFE -- --max-nodes 1\n")}).status == 3);
  const Child failed = run_parapet({"bench", folder.file("broken.suite", "broken.cub sc\n")});
  CHECK(failed.status == 4);
  CHECK(contains(failed.out, "FAILED"));
}

TEST_CASE("bench: errors of suites and operands are exit 2") {
  const TemporaryFolder folder;
  const Child bad = run_parapet({"bench", folder.file("s.suite", "none.cub tso\n")});
  CHECK(bad.status == 2);
  CHECK(contains(bad.err, "s.suite:1:1: error: there is no "));
  CHECK(run_parapet({"bench", "/nonexistent"}).status == 2);
  CHECK(run_parapet({"bench"}).status == 2);
  CHECK(run_parapet({"bench", folder.file("e.suite", "root nowhere\nm.cub\n")}).status == 2);
  CHECK(run_parapet({"bench", "x", "--resume"}).status == 2);
  CHECK(run_parapet({"bench", "x", "--compare"}).status == 2);
  const std::string before = PARAPET_SOURCE_DIR "/tests/golden/bench/before.json";
  const std::string elsewhere = folder.file("elsewhere.json", std::regex_replace(read_text(before), std::regex("\\.cub"), "_two.cub"));
  const Child apart = run_parapet({"bench", before, elsewhere, "--compare"});
  CHECK(apart.status == 2);
  CHECK(contains(apart.err, "have no row in common"));
  CHECK(run_parapet({"bench", "x", "--shard", "3/2"}).status == 2);
  CHECK(run_parapet({"bench", "x", "--shard", "1"}).status == 2);
}

TEST_CASE("bench: another tool that sleeps is ended by the limit, in the same table") {
  const Sleeping sleeping;
  const Child child = run_parapet({"bench", sleeping.suite, "--timeout", "0.3", "--table", "csv"});
  CHECK(child.status == 0);  // the code is about Parapet
  CHECK(contains(child.out, "sleeper"));
  CHECK(contains(child.out, "time limit"));
}

TEST_CASE("bench: other tools that are not installed are left out with a note") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", unfenced));
  const Child child =
      run_parapet({"bench", folder.file("s.suite", "tool gone safe=a unsafe=b -- no-such-program {file}\nm.cub tso UNSAFE\n")});
  CHECK(child.status == 0);
  CHECK(contains(child.err, "the tool gone is left out"));
}

TEST_CASE("bench: an interrupted run keeps what is done, and --resume does the rest") {
  const Sleeping sleeping;
  const std::string kept = (sleeping.folder.path() / "r.json").string();
  const std::string out = sleeping.folder.file("out", "");
  const pid_t bench = start_bench(sleeping.suite, kept, out);
  for (int k = 0; k < 600 && !std::filesystem::exists(kept); ++k) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(bench, SIGINT);
  int status = 0;
  REQUIRE(::waitpid(bench, &status, 0) == bench);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(contains(read_text(out), "US"));
  const Results first = results_of(kept);
  CHECK_FALSE(first.complete);
  REQUIRE(first.rows.size() == 1);

  static_cast<void>(
      sleeping.folder.file("s.suite", "tool sleeper safe=^SAFE unsafe=^UNSAFE -- sh -c \"echo UNSAFE {file}\"\nm.cub tso UNSAFE\n"));
  CHECK(run_parapet({"bench", sleeping.suite, "--results", kept, "--resume"}).status == 0);
  const Results second = results_of(kept);
  CHECK(second.complete);
  REQUIRE(second.rows.size() == 2);
  CHECK(second.rows[0].runs[0].wall_seconds == first.rows[0].runs[0].wall_seconds);
  CHECK(second.rows[1].tool == "sleeper");
}

TEST_CASE("bench: rows are on the disk while the next one runs, so that a killed run loses none of them") {
  const TemporaryFolder folder;
  static_cast<void>(folder.file("m.cub", with_expectations));
  const std::string kept = (folder.path() / "r.json").string();
  const std::string suite =
      folder.file("s.suite", "tool sleeper safe=^SAFE unsafe=^UNSAFE only=sc -- sh -c \"sleep 100; echo {file}\"\nm.cub\n");
  const pid_t bench = start_bench(suite, kept, folder.file("out", ""));
  const auto saved = [&] { return std::filesystem::exists(kept) ? results_of(kept).rows.size() : 0; };
  for (int k = 0; k < 600 && saved() < 2; ++k) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  ::kill(bench, SIGKILL);
  REQUIRE(::waitpid(bench, nullptr, 0) == bench);
  const Results killed = results_of(kept);
  CHECK_FALSE(killed.complete);
  CHECK(killed.suite_rows == 3);
  CHECK(killed.rows.size() == 2);  // the third one sleeps
  const Child merged = run_parapet({"bench", "--merge", kept});
  CHECK(merged.status == 3);
  CHECK(contains(merged.err, "1 of 3 rows are missing"));
}

TEST_CASE("bench: shards merged are the whole") {
  const TemporaryFolder folder;
  const std::string model = folder.file("m.cub", with_expectations);
  std::vector<std::string> merging{"bench", "--merge", "--table", "json"};
  for (const std::string part : {"2/2", "1/2"}) {
    const std::string file = (folder.path() / ("part" + part.substr(0, 1) + ".json")).string();
    CHECK(run_parapet({"bench", model, "--shard", part, "--results", file}).status == 0);
    CHECK(results_of(file).rows.size() == 1);
    merging.push_back(file);
    CHECK(run_parapet(merging).status == (part == "1/2" ? 0 : 3));  // a part that is missing is no success
  }
  const Child merged = run_parapet(merging);
  CHECK(merged.status == 0);
  const Results whole = parapet::bench::read_results(merged.out, "out");
  REQUIRE(whole.rows.size() == 2);
  CHECK(whole.rows[0].model == "tso");
  CHECK(whole.rows[1].model == "sc");
}

TEST_CASE("bench: the line of progress fits") {
  const parapet::bench::Progress progress{3, 40, {"locks/dekker", "locks/mcs"}, 11.2};
  CHECK(parapet::cli::progress_line(progress, 79) == "3 of 40, about 12 s left: locks/dekker, locks/mcs");
  CHECK(parapet::cli::progress_line(progress, 52) == "3 of 40, about 12 s left: locks/dekker and 1 more");
  CHECK(parapet::cli::progress_line({0, 40, {}, 90.0}, 79) == "0 of 40, about 2 min left");
  CHECK(parapet::cli::progress_line({0, 40, {}, 4000.0}, 79) == "0 of 40, about 1 h 6 min left");
}
