// The tables of `parapet bench`, exactly, in every format: results that are kept here are printed and compared with NAME.expect.
// PARAPET_BLESS=1 in the environment rewrites the expectations.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "unit/cli/child.h"

namespace {

const std::filesystem::path folder = std::filesystem::path(PARAPET_SOURCE_DIR) / "tests/golden/bench";

std::string kept(const std::string& name) { return (folder / (name + ".json")).string(); }

void compare(const std::string& name, const std::string& found) {
  const std::filesystem::path file = folder / (name + ".expect");
  if (std::getenv("PARAPET_BLESS") != nullptr) std::ofstream(file, std::ios::binary) << found;
  CHECK(parapet::test::read_text(file) == found);
}

}  // namespace

TEST_CASE("golden: results in every format") {
  for (const std::string format : {"text", "markdown", "csv", "latex", "json", "html"}) {
    CAPTURE(format);
    const parapet::test::Child child = parapet::test::run_parapet({"bench", "--merge", kept("before"), "--table", format});
    CHECK(child.status == 4);  // the wrong row is of another tool
    compare("results_" + format, child.out);
  }
}

TEST_CASE("golden: two runs compared") {
  for (const std::string format : {"text", "markdown", "html"}) {
    CAPTURE(format);
    const parapet::test::Child child = parapet::test::run_parapet({"bench", "--compare", kept("before"), kept("after"), "--table", format});
    CHECK(child.status == 1);
    compare("compare_" + format, child.out);
  }
  CHECK(parapet::test::run_parapet({"bench", "--compare", kept("before"), kept("before")}).status == 0);
}
