// The direction of includes: every one follows tests/layers.txt, which also gives a picture (PARAPET_BLESS=1 in the environment rewrites
// it), and neither folders nor files include each other in a cycle, whatever that file says.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
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

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

// What is wrong with `file` including `header` (both relative to the source tree; a header of others as it is written); empty: nothing.
std::string complaint(const Rules& rules, const std::string& file, const std::string& header) {
  for (const auto& [prefix, allowed] : rules.only) {
    if (header.rfind(prefix, 0) != 0) continue;
    if (std::ranges::none_of(allowed, [&](const std::string& each) { return is_under(file, each); })) {
      return file + " includes <" + header + ">, which belongs elsewhere";
    }
  }
  const auto from = rules.layers.find(folder_of(file));
  if (from == rules.layers.end()) return file + " is in no layer";
  const std::string to = folder_of(header);
  if (!rules.layers.contains(to) || from->second.contains(to)) return {};
  return file + " includes " + header + ", but " + from->first + " does not build on " + to;
}

// By source file, relative to the source tree: the headers that it includes, those of ours relative to the source tree.
using Includes = std::map<std::string, std::vector<std::string>>;

Includes includes_of(const fs::path& top) {
  static const std::regex include(R"(^\s*#\s*include\s*[<"]([^>"]+)[>"])");
  Includes result;
  for (const char* folder : {"src", "frontend", "smt"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
      std::vector<std::string>& headers = result[fs::relative(entry.path(), top).string()];
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string header = match[1];
        headers.push_back(fs::is_regular_file(top / "src" / header) ? "src/" + header : header);
      }
    }
  }
  return result;
}

// Who includes whom: for every two of them one include that shows it.
using Graph = std::map<std::string, std::map<std::string, std::string>>;

Graph graph_of_files(const Includes& includes) {
  Graph graph;
  for (const auto& [file, headers] : includes) {
    for (const std::string& header : headers) {
      if (includes.contains(header)) graph[file].emplace(header, file + " includes " + header);
    }
  }
  return graph;
}

Graph graph_of_folders(const Includes& includes) {
  Graph graph;
  for (const auto& [file, headers] : graph_of_files(includes)) {
    for (const auto& [header, why] : headers) {
      if (folder_of(file) != folder_of(header)) graph[folder_of(file)].emplace(folder_of(header), why);
    }
  }
  return graph;
}

// The includes that make a cycle, one in each line; empty: there is none.
std::string cycle_in(const Graph& graph) {
  std::set<std::string> done;
  std::vector<std::string> path;
  const auto visit = [&](const auto& self, const std::string& node) -> std::string {
    const auto before = static_cast<std::size_t>(std::ranges::find(path, node) - path.begin());
    const bool closed = before < path.size();
    path.push_back(node);
    if (closed) {
      std::string text;
      for (std::size_t k = before; k + 1 < path.size(); ++k) text += graph.at(path[k]).at(path[k + 1]) + '\n';
      return text;
    }
    if (const auto next = graph.find(node); next != graph.end() && !done.contains(node)) {
      for (const auto& [each, why] : next->second) {
        if (const std::string found = self(self, each); !found.empty()) return found;
      }
    }
    done.insert(node);
    path.pop_back();
    return {};
  };
  for (const auto& [node, next] : graph) {
    if (const std::string found = visit(visit, node); !found.empty()) return found;
  }
  return {};
}

const Includes& project_includes() {
  static const Includes includes = includes_of(PARAPET_SOURCE_DIR);
  return includes;
}

Rules project_rules() {
  std::ifstream in(fs::path(PARAPET_SOURCE_DIR) / "tests/layers.txt");
  REQUIRE(in.is_open());
  return read_rules(in);
}

}  // namespace

TEST_CASE("layers: every include follows tests/layers.txt") {
  const Rules rules = project_rules();
  for (const auto& [file, headers] : project_includes()) {
    for (const std::string& header : headers) CHECK(complaint(rules, file, header) == "");
  }
  CHECK(project_includes().size() > 200);
}

TEST_CASE("layers: the layers are the folders with sources") {
  std::set<std::string> folders, layers;
  for (const auto& [file, headers] : project_includes()) folders.insert(folder_of(file));
  for (const auto& [folder, below] : project_rules().layers) layers.insert(folder);
  CHECK(folders == layers);
}

TEST_CASE("layers: neither folders nor files include each other in a cycle") {
  CHECK(cycle_in(graph_of_folders(project_includes())) == "");
  CHECK(cycle_in(graph_of_files(project_includes())) == "");
}

TEST_CASE("layers: a cycle is found, and the includes that make it") {
  const Includes straight{{"a/one.h", {"b/two.h", "vector"}}, {"b/two.h", {"c/three.h"}}, {"c/three.h", {}}, {"b/four.h", {"c/three.h"}}};
  CHECK(cycle_in(graph_of_folders(straight)) == "");
  CHECK(cycle_in(graph_of_files(straight)) == "");
  // Folders in a cycle whose files are in none.
  Includes folders = straight;
  folders["c/five.h"] = {"b/four.h"};
  CHECK(cycle_in(graph_of_folders(folders)) == "b/four.h includes c/three.h\nc/five.h includes b/four.h\n");
  CHECK(cycle_in(graph_of_files(folders)) == "");
  // Files of one folder in a cycle.
  Includes files = straight;
  files["b/two.h"].push_back("b/six.h");
  files["b/six.h"] = {"b/two.h"};
  CHECK(cycle_in(graph_of_folders(files)) == "");
  CHECK(cycle_in(graph_of_files(files)) == "b/two.h includes b/six.h\nb/six.h includes b/two.h\n");
  files["b/six.h"] = {"b/six.h"};
  CHECK(cycle_in(graph_of_files(files)) == "b/six.h includes b/six.h\n");
}

TEST_CASE("layers: BudgetExhausted is caught where a verdict is made, or a message about one, and never below") {
  static const std::regex caught(R"(catch\s*\(\s*const\s+(parapet::)?BudgetExhausted\b)");
  const std::vector<std::string> allowed{"src/search/loop", "src/check/certify.cpp", "src/verify", "src/cli"};
  std::size_t found = 0;
  for (const auto& [file, headers] : project_includes()) {
    std::ifstream in(fs::path(PARAPET_SOURCE_DIR) / file);
    std::ostringstream text;
    text << in.rdbuf();
    if (!std::regex_search(text.str(), caught)) continue;
    ++found;
    CHECK_MESSAGE(std::ranges::any_of(allowed, [&](const std::string& each) { return is_under(file, each); }), file);
  }
  CHECK(found >= allowed.size());
}

TEST_CASE("layers: the rules refuse what they should") {
  const Rules rules = project_rules();
  CHECK(complaint(rules, "src/check/replay.cpp", "src/cube/cube.h") != "");
  CHECK(complaint(rules, "src/search/loop/backward.cpp", "src/check/replay.h") != "");
  CHECK(complaint(rules, "src/search/cover/fixpoint.cpp", "src/search/preimage/preimage.h") != "");
  CHECK(complaint(rules, "src/base/number.h", "src/logic/term.h") != "");
  CHECK(complaint(rules, "smt/solver.h", "smt/wrappers/dump.h") != "");
  CHECK(complaint(rules, "frontend/cub/parser.cpp", "smt/solver.h") != "");
  CHECK(complaint(rules, "frontend/cub/parser.cpp", "frontend/frontend.h") != "");
  CHECK(complaint(rules, "src/cube/cube.h", "boost/container/small_vector.hpp") != "");
  CHECK(complaint(rules, "smt/wrappers/factory.cpp", "z3++.h") != "");
  CHECK(complaint(rules, "smt/z3_solver.cpp", "cvc5/cvc5.h") != "");
  CHECK(complaint(rules, "src/new/thing.h", "vector") != "");
  CHECK(complaint(rules, "src/base/number.h", "memory") == "");
  CHECK(complaint(rules, "smt/z3_solver.cpp", "z3++.h") == "");
  CHECK(complaint(rules, "src/cli/options.cpp", "boost/program_options.hpp") == "");
  CHECK(complaint(rules, "src/cube/indexed.cpp", "src/ld/program.h") == "");
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
