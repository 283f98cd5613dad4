// The direction of includes, as tests/layers.txt has it, and its picture. PARAPET_BLESS=1 in the environment rewrites the picture.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "unit/layers_picture.h"

namespace {

namespace fs = std::filesystem;

struct Rules {
  std::vector<parapet::test::Layer> lines;               // as they stand in the file
  std::map<std::string, std::set<std::string>> layers;   // folder -> folders it may include, closed and with itself
  std::map<std::string, std::vector<std::string>> only;  // beginning of a header -> folders and files that may include it
};

void close(Rules& rules) {
  for (bool grown = true; grown;) {
    grown = false;
    for (auto& [folder, below] : rules.layers) {
      for (const std::string& each : std::set<std::string>(below)) {
        for (const std::string& further : rules.layers.at(each)) grown = below.insert(further).second || grown;
      }
    }
  }
}

Rules read_rules(std::istream& in) {
  Rules rules;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t colon = line.find(':');
    REQUIRE(colon != std::string::npos);
    std::istringstream left(line.substr(0, colon)), right(line.substr(colon + 1));
    std::string kind, name;
    left >> kind >> name;
    if (kind == "layer") {
      rules.layers[name].insert(name);
      rules.lines.push_back({name, {}});
    }
    for (std::string word; right >> word;) {
      if (kind == "layer") {
        rules.layers[name].insert(word);
        rules.lines.back().builds_on.push_back(word);
      } else {
        rules.only[name].push_back(word);
      }
    }
  }
  close(rules);
  return rules;
}

bool is_under(const std::string& path, const std::string& folder) { return path == folder || path.rfind(folder + "/", 0) == 0; }

// The innermost one.
std::optional<std::string> layer_of(const Rules& rules, const std::string& path) {
  std::optional<std::string> found;
  for (const auto& [folder, below] : rules.layers) {
    if (is_under(path, folder) && (!found || found->size() < folder.size())) found = folder;
  }
  return found;
}

// What is wrong with `file` (relative to the source tree) including `header`; empty: nothing.
std::string complaint(const Rules& rules, const std::string& file, const std::string& header) {
  for (const auto& [prefix, allowed] : rules.only) {
    if (header.rfind(prefix, 0) != 0) continue;
    if (std::ranges::none_of(allowed, [&](const std::string& each) { return is_under(file, each); })) {
      return file + " includes <" + header + ">, which belongs elsewhere";
    }
  }
  const auto from = layer_of(rules, file);
  if (!from) return file + " is in no layer";
  if (header.find('/') == std::string::npos) return {};  // a standard header: <memory> is not in src/memory
  auto to = layer_of(rules, header);                     // "smt/solver.h"
  if (!to) to = layer_of(rules, "src/" + header);
  if (!to || rules.layers.at(*from).contains(*to)) return {};
  return file + " includes " + header + ", but " + *from + " does not build on " + *to;
}

std::vector<std::string> included_headers(const fs::path& file) {
  static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  std::vector<std::string> result;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::smatch match;
    if (std::regex_search(line, match, include)) result.push_back(match[1]);
  }
  return result;
}

Rules project_rules() {
  std::ifstream in(fs::path(PARAPET_SOURCE_DIR) / "tests/layers.txt");
  REQUIRE(in.is_open());
  return read_rules(in);
}

}  // namespace

TEST_CASE("layers: every include follows tests/layers.txt") {
  const Rules rules = project_rules();
  const fs::path top = PARAPET_SOURCE_DIR;
  std::size_t files = 0;
  for (const char* folder : {"src", "frontend", "smt"}) {
    if (!fs::exists(top / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      ++files;
      const std::string file = fs::relative(entry.path(), top).string();
      for (const std::string& header : included_headers(entry.path())) CHECK(complaint(rules, file, header) == "");
    }
  }
  CHECK(files > 20);
}

TEST_CASE("layers: the rules refuse what they should") {
  const Rules rules = project_rules();
  CHECK(complaint(rules, "src/check/replay.cpp", "cube/cube.h") != "");
  CHECK(complaint(rules, "src/search/loop/backward.cpp", "check/replay.h") != "");
  CHECK(complaint(rules, "src/base/number.h", "logic/term.h") != "");
  CHECK(complaint(rules, "frontend/cub/parser.cpp", "smt/solver.h") != "");
  CHECK(complaint(rules, "src/cube/cube.h", "boost/container/small_vector.hpp") != "");
  CHECK(complaint(rules, "smt/factory.cpp", "z3++.h") != "");
  CHECK(complaint(rules, "smt/z3_solver.cpp", "cvc5/cvc5.h") != "");
  CHECK(complaint(rules, "src/new/thing.h", "vector") != "");
  CHECK(complaint(rules, "src/base/number.h", "memory/part.h") != "");
  CHECK(complaint(rules, "src/search/cover/cover.h", "search/loop/backward.h") != "");
  CHECK(complaint(rules, "src/base/number.h", "memory") == "");
  CHECK(complaint(rules, "smt/z3_solver.cpp", "z3++.h") == "");
  CHECK(complaint(rules, "src/cli/options.cpp", "boost/program_options.hpp") == "");
  CHECK(complaint(rules, "src/cube/cube.cpp", "ld/program.h") == "");
}

TEST_CASE("layers: the picture in ARCHITECTURE.md is that of tests/layers.txt") {
  const std::string drawn = parapet::test::layers_picture(project_rules().lines);
  const fs::path file = fs::path(PARAPET_SOURCE_DIR) / "docs/pictures/layers.svg";
  if (std::getenv("PARAPET_BLESS") != nullptr) std::ofstream(file, std::ios::binary) << drawn;
  std::ifstream in(file, std::ios::binary);
  std::ostringstream stored;
  stored << in.rdbuf();
  CHECK_MESSAGE(stored.str() == drawn, "run PARAPET_BLESS=1 build/release/parapet-tests -tc='layers*' and look at the picture");
}

TEST_CASE("layers: the picture has an arrow for what is not below another arrow's end, and no other") {
  const std::string drawn =
      parapet::test::layers_picture({{"low", {}}, {"middle", {"low"}}, {"high", {"middle", "low"}}, {"side", {"low"}}});
  std::size_t arrows = 0, boxes = 0;
  for (std::size_t at = drawn.find("class=\"tip\""); at != std::string::npos; at = drawn.find("class=\"tip\"", at + 1)) ++arrows;
  for (std::size_t at = drawn.find("<rect"); at != std::string::npos; at = drawn.find("<rect", at + 1)) ++boxes;
  CHECK(arrows == 3);
  CHECK(boxes == 4);
}
