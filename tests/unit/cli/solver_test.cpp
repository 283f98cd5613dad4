// Solver libraries that cannot be loaded, as a user meets them.
#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "unit/cli/child.h"

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
