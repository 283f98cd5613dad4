// Every warning of the lint module, exactly as `parapet check` prints it: NAME.cub against NAME.expect; and gone when it is silenced.
// PARAPET_BLESS=1 in the environment rewrites the expectations.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "cli/option_table.h"
#include "unit/cli/child.h"

namespace {

namespace fs = std::filesystem;
using parapet::test::read_text;
using parapet::test::run_parapet;

const fs::path folder = fs::path(PARAPET_SOURCE_DIR) / "tests/golden/warnings";

std::string warnings_of(const std::string& name, const std::vector<std::string>& more) {
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  std::vector<std::string> arguments{"check", name + ".cub"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto child = run_parapet(arguments);
  fs::current_path(before);
  CHECK(child.status <= 1);
  return child.err;
}

// The names in brackets.
std::set<std::string> names_in(const std::string& text) {
  static const std::regex name("warning: .*\\[([a-z-]+)\\]\n");
  std::set<std::string> all;
  for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) all.insert((*at)[1]);
  return all;
}

}  // namespace

TEST_CASE("golden: warnings, and how each is silenced") {
  std::set<std::string> seen;
  for (const std::string name :
       {"empty_init", "empty_unsafe", "never_fires",    "never_fires_number", "never_read",  "local_read",     "shared_plain",
        "front_end",  "init_for_few", "open_at_init",   "atomic_step",        "atomic_read", "unfired",        "unreached",
        "stuck",      "pragma",       "duplicate_name", "weak_index",         "no_effect",   "false_invariant"}) {
    CAPTURE(name);
    const std::string found = warnings_of(name, {});
    const fs::path expectation = folder / (name + ".expect");
    if (std::getenv("PARAPET_BLESS") != nullptr) std::ofstream(expectation, std::ios::binary) << found;
    CHECK(read_text(expectation) == found);
    std::vector<std::string> silence;
    for (const std::string& each : names_in(found)) {
      seen.insert(each);
      silence.insert(silence.end(), {"--no-warn", each});
    }
    CHECK_FALSE(silence.empty());
    CHECK(warnings_of(name, silence).empty());
  }
  // Every name that can be silenced is one that is given, and the other way round.
  std::set<std::string> choices;
  for (const auto& row : parapet::cli::option_rows()) {
    if (row.name != "no-warn") continue;
    for (const auto& choice : row.choices) choices.emplace(choice.name);
  }
  CHECK(seen == choices);
}

TEST_CASE("warnings: the quiet say nothing, and a model without oddities gets none") {
  CHECK(run_parapet({"check", "-q", (folder / "never_fires.cub").string()}).err.empty());
  CHECK(run_parapet({"check", PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub"}).err.empty());
}
