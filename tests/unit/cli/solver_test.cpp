// Solver libraries that cannot be loaded, as a user meets them.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "skipped.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"
#include "unit/sanitizer.h"

using namespace parapet::test;

namespace {

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";

// An environment in which these libraries are damaged: the loader finds empty files of their names first. A solver that Parapet was built
// without has no module, and needs no damage.
class Damaged {
 public:
  explicit Damaged(const std::vector<std::string>& libraries) {
    for (const std::string& library : libraries) {
      const std::filesystem::path module = std::filesystem::path(PARAPET_BINARY_DIR) / ("libparapet_" + library + ".so");
      if (!std::filesystem::exists(module)) continue;
      const std::string bytes = read_text(module);
      const std::size_t name = bytes.find("lib" + library + ".so");  // as the module asks for it, with its version
      REQUIRE(name != std::string::npos);
      (void)folder_.file(bytes.c_str() + name, "");
    }
    environment.environment = {"LD_LIBRARY_PATH=" + folder_.path().string()};
  }

  ChildInput environment;

 private:
  TemporaryFolder folder_;
};

bool present(const std::string& library) { return run_parapet({"--solver", library, safe_model}).status == 0; }

}  // namespace

TEST_CASE("cross-check: with neither z3 nor cvc5 it is an error that says why and what to do") {
  const Damaged both({"z3", "cvc5"});
  CHECK(run_parapet({safe_model}, both.environment).status == 0);
  for (const char* solver : {"auto", "native"}) {
    CAPTURE(solver);
    const Child child = run_parapet({"--cross-check", "--solver", solver, safe_model}, both.environment);
    CHECK(child.status == 2);
    CHECK(child.out == "");
    CHECK(child.err.starts_with("parapet: error: --cross-check has no second solver to ask: solver z3 "));
    for (const char* part : {"; solver cvc5 ", "libz3-dev", "libcvc5-dev", "leave --cross-check out"}) {
      CHECK_MESSAGE(contains(child.err, part), child.err);
    }
  }
  const std::string packages = read_text(PARAPET_SOURCE_DIR "/cmake/packages.txt");
  CHECK(contains(packages, "\nlibz3-dev "));
  CHECK(contains(packages, "\nlibcvc5-dev "));
}

TEST_CASE("cross-check: one of z3 and cvc5, or another program, is enough") {
  if (present("z3")) CHECK(run_parapet({"--cross-check", safe_model}, Damaged({"cvc5"}).environment).status == 0);
  if (present("cvc5")) CHECK(run_parapet({"--cross-check", safe_model}, Damaged({"z3"}).environment).status == 0);
  // The program is not to see the damage.
  const std::string program = "smtlib:env -u LD_LIBRARY_PATH z3 -in";
  if (run_program("z3", {"--version"}).status != 0) return;
  CHECK(run_parapet({"--cross-check", "--solver", program, safe_model}, Damaged({"z3", "cvc5"}).environment).status == 0);
}

// Our own procedure answers, the only other solver does not.
TEST_CASE("cross-check: an answer that no second solver confirms makes the verdict UNKNOWN, which names it") {
  const Damaged both({"z3", "cvc5"});
  const std::string silent =
      "smtlib:sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) echo unknown;; esac; done'";
  const Child child = run_parapet({"--cross-check", "--solver", silent, "-q", safe_model}, both.environment);
  CHECK(child.status == 3);
  CHECK(child.out.starts_with("UNKNOWN: the search says SAFE, but '--cross-check' was not completed: "));
  CHECK(contains(child.out, " not confirmed by a second solver, the first one: only native answered a query ("));
  CHECK(contains(child.out, "answered unknown"));
  const Child json = run_parapet({"--cross-check", "--solver", silent, "--format", "json", safe_model}, both.environment);
  CHECK(fits_schema(json.out, "check-schema.json") == "");
  CHECK(contains(json.out, "\"name\": \"--cross-check\",\n      \"completed\": false"));
}

TEST_CASE("cross-check: completed where it is") {
  if (!present("z3") && !present("cvc5")) return;
  const Child json = run_parapet({"--cross-check", "--format", "json", safe_model});
  CHECK(json.status == 0);
  CHECK(contains(json.out, "\"name\": \"--cross-check\",\n      \"completed\": true"));
}

TEST_CASE("certify --cross-check: not confirmed where an answer is not") {
  const TemporaryFolder folder;
  const std::string proof = folder.path() / "c.json";
  CHECK(run_parapet({safe_model, "--certificate", proof}).status == 0);
  const Damaged both({"z3", "cvc5"});
  const std::string silent =
      "smtlib:sh -c 'while read line; do case \"$line\" in *echo*) echo parapet;; *check-sat*) echo unknown;; esac; done'";
  const Child child = run_parapet({"certify", proof, safe_model, "--cross-check", "--solver", silent, "-q"}, both.environment);
  CHECK(child.status == 3);
  CHECK(child.out.starts_with("NOT CONFIRMED: '--cross-check' was not completed: only native answered a query (certify)"));
}

TEST_CASE("paranoid: a solver that is not there leaves the check incomplete, and the evidence written") {
  const TemporaryFolder folder;
  const std::string proof = folder.path() / "c.json", trace = folder.path() / "t.json";
  const Damaged one({"cvc5"});
  const Child safe = run_parapet({"--paranoid", "-q", safe_model, "--certificate", proof}, one.environment);
  CHECK(safe.status == 3);
  CHECK(safe.out.starts_with("UNKNOWN: the search says SAFE, but '--paranoid' was not completed: the certificate ("));
  CHECK(run_parapet({"certify", proof, safe_model}).status == 0);
  const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
  const Child unsafe = run_parapet({"--paranoid", "-q", unsafe_model, "--trace", trace}, one.environment);
  CHECK(unsafe.status == 3);
  CHECK(unsafe.out.starts_with("UNKNOWN: the search says UNSAFE, and its trace was replayed, but '--paranoid' was not completed: "));
  CHECK(run_parapet({"replay", trace, unsafe_model}).status == 0);
}

// The proof of the invariants is evidence for SAFE too.
TEST_CASE("paranoid: the certificate of proved invariants is checked as well") {
  if (!present("z3") || !present("cvc5")) return;
  const TemporaryFolder folder;
  const std::string model = folder.file("m.cub", read_text(safe_model) + "\ninvariant (p q) { PC[p] = Inside && PC[q] = Inside }\n");
  const auto calls = [&](const std::vector<std::string>& options) {
    std::vector<std::string> line{
        "check", model, "--paranoid", "-q", "--dump-smt", folder.path() / ("q" + std::to_string(options.size())), "--dump-only", "certify"};
    line.insert(line.end(), options.begin(), options.end());
    const Child child = run_parapet(line);
    CHECK(child.out == (options.empty() ? "SAFE (assuming 1 invariant)\n" : "SAFE\n"));
    return read_text(folder.path() / ("q" + std::to_string(options.size())) / "index.tsv").size();
  };
  CHECK(calls({"--check-invariants"}) > calls({}));
}

TEST_CASE("a limited address space leaves no room for the program's own free store: it does without") {
  if (sanitized) return skipped("sanitizers need more addresses");
  const std::string program = PARAPET_BINARY_DIR "/parapet";
  for (const char* solver : {"auto", "z3"}) {
    if (solver == std::string("z3") && !present("z3")) continue;
    const Child child =
        run_program("/bin/sh", {"-c", "ulimit -v 3000000; exec '" + program + "' -q --solver " + solver + " " + safe_model});
    CHECK_MESSAGE(child.out == "SAFE\n", child.err);
  }
}
