// What the program prints, exactly: each case runs it and compares standard output with NAME.expect (-v: standard error). Times are masked.
// PARAPET_BLESS=1 in the environment rewrites the expectations.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "unit/cli/child.h"

namespace {

namespace fs = std::filesystem;
using parapet::test::Child;
using parapet::test::read_text;
using parapet::test::run_parapet;

struct Case {
  const char* name;
  int status;
  std::vector<std::string> arguments;  // file names are relative to the source folder
};

const std::vector<Case> cases{
    {"unfenced", 1, {"check", "examples/locks/naive_mutex_nofence.cub"}},
    {"unfenced_sc", 0, {"check", "examples/locks/naive_mutex_nofence.cub", "--model", "sc"}},
    {"fenced", 0, {"check", "examples/locks/naive_mutex.cub"}},
    {"rmw", 1, {"check", "tests/golden/report/rmw.cub", "--search", "bfs"}},
    {"forward", 1, {"check", "tests/golden/report/forward.cub"}},
    {"constants", 1, {"check", "tests/golden/report/constants.cub"}},
    {"counts", 1, {"check", "tests/golden/report/counts.cub"}},
    {"counts_json", 1, {"check", "tests/golden/report/counts.cub", "--trace", "-", "-q"}},
    {"safe", 0, {"check", "tests/golden/report/safe.cub"}},
    {"safe_proved", 0, {"check", "tests/golden/report/safe.cub", "--check-invariants"}},
    {"wrong_invariant", 0, {"check", "tests/golden/report/wrong_invariant.cub"}},
    {"wrong_invariant_found", 1, {"check", "tests/golden/report/wrong_invariant.cub", "--check-invariants"}},
    {"unknown", 3, {"check", "tests/golden/report/endless.cub", "--max-nodes", "20"}},
    {"quiet", 1, {"check", "tests/golden/report/forward.cub", "-q"}},
    {"unfenced_json", 1, {"check", "examples/locks/naive_mutex_nofence.cub", "--trace", "-", "-q"}},
    {"unfenced_graph", 1, {"check", "examples/locks/naive_mutex_nofence.cub", "--graph", "-", "-q"}},
    {"rmw_graph", 1, {"check", "tests/golden/report/rmw.cub", "--search", "bfs", "--graph", "-", "-q"}},
    {"forward_graph", 1, {"check", "tests/golden/report/forward.cub", "--graph", "-", "-q"}},
    {"constants_graph", 1, {"check", "tests/golden/report/constants.cub", "--graph", "-", "-q"}},
    {"le_shapes", 0, {"dump", "--le", "tests/golden/report/shapes.cub"}},
    {"le_sc", 0, {"dump", "--le", "--model", "sc", "examples/locks/naive_mutex.cub"}},
    {"le_sc_smt2", 0, {"dump", "--le", "--format", "smt2", "--model", "sc", "examples/locks/naive_mutex.cub"}},
    {"le_sc_latex", 0, {"dump", "--le", "--format", "latex", "--model", "sc", "examples/locks/naive_mutex.cub"}},
    {"le_tso", 0, {"dump", "--le", "--model", "tso", "examples/locks/naive_mutex.cub"}},
    {"le_tso_smt2", 0, {"dump", "--le", "--format", "smt2", "--model", "tso", "examples/locks/naive_mutex.cub"}},
    {"le_tso_latex", 0, {"dump", "--le", "--format", "latex", "--model", "tso", "examples/locks/naive_mutex.cub"}},
    {"node", 0, {"dump", "--node", "4", "examples/locks/naive_mutex_nofence.cub"}},
};

// Relative to the source folder: the names in the output do not depend on where that is.
Child run_case(const std::vector<std::string>& arguments) {
  const fs::path before = fs::current_path();
  fs::current_path(PARAPET_SOURCE_DIR);
  Child child = run_parapet(arguments);
  fs::current_path(before);
  return child;
}

std::string without_times(const std::string& text) { return std::regex_replace(text, std::regex("[0-9]+\\.[0-9]+ s"), "T s"); }

void compare(const std::string& name, const std::string& found) {
  const fs::path file = fs::path(PARAPET_SOURCE_DIR) / "tests/golden/report" / (name + ".expect");
  if (std::getenv("PARAPET_BLESS") != nullptr) std::ofstream(file, std::ios::binary) << found;
  CHECK(read_text(file) == found);
}

}  // namespace

TEST_CASE("golden: reports on standard output, the same in every run") {
  for (const Case& each : cases) {
    CAPTURE(each.name);
    const Child child = run_case(each.arguments);
    CAPTURE(child.err);
    CHECK(child.status == each.status);
    compare(each.name, without_times(child.out));
    CHECK(without_times(run_case(each.arguments).out) == without_times(child.out));
  }
}

TEST_CASE("golden: -v and -v -v on standard error") {
  compare("verbose", run_case({"check", "examples/locks/naive_mutex_nofence.cub", "-v"}).err);
  compare("very_verbose", run_case({"check", "examples/locks/naive_mutex.cub", "-v", "-v"}).err);
}
