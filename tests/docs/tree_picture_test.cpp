// The picture of a search tree in docs/formats.md is what the program draws today.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <string>
#include <utility>

#include "docs/fences.h"
#include "unit/cli/child.h"

namespace {

using namespace parapet::test;

const std::string docs = PARAPET_SOURCE_DIR "/docs/";

std::string replaced_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) text.replace(at, from.size(), to);
  return text;
}

// The labels of the nodes of a DOT file that the picture has: without steps discarded by the value of a plain cell.
std::set<std::string> labels_of_dot(const std::string& dot) {
  std::set<std::string> labels;
  const std::regex node("  n[0-9]+ \\[label=\"([^\"]*)\".*");
  std::istringstream lines(dot);
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    if (std::regex_match(line, parts, node) && !contains(line, "value: PC")) labels.insert(replaced_all(parts[1], "\\n", " "));
  }
  return labels;
}

// Those of a picture by Graphviz: the lines of text of each node.
std::set<std::string> labels_of_svg(const std::string& svg) {
  std::set<std::string> labels;
  const std::regex text("<text [^>]*>([^<]*)</text>");
  for (std::size_t at = svg.find("class=\"node\""); at != std::string::npos; at = svg.find("class=\"node\"", at + 1)) {
    const std::string node = svg.substr(at, svg.find("</g>", at) - at);
    std::string label;
    for (std::sregex_iterator line(node.begin(), node.end(), text); line != std::sregex_iterator(); ++line) {
      std::string words = (*line)[1];
      for (const auto& [escape, sign] :
           {std::pair("&#39;", "'"), std::pair("&gt;", ">"), std::pair("&#45;", "-"), std::pair("&#160;", " ")})
        words = replaced_all(words, escape, sign);
      label += (label.empty() ? "" : " ") + words;
    }
    labels.insert(label);
  }
  return labels;
}

}  // namespace

TEST_CASE("docs: the picture of the search tree has the cubes and the reasons that the program prints") {
  const auto fences = fences_of(read_text(docs + "formats.md"));
  const auto model =
      std::ranges::find_if(fences, [](const Fence& fence) { return fence.words == std::vector<std::string>{"section5.cub"}; });
  REQUIRE(model != fences.end());
  const TemporaryFolder folder;
  const std::string dot = folder.path() / "tree.dot";
  const Child run = run_parapet(
      {folder.file("section5.cub", text_of(*model)), "-q", "--engine", "ghb", "--no-lateness", "--dot", dot, "--dot-detail", "all"});
  REQUIRE(run.status == 0);
  const std::set<std::string> drawn = labels_of_svg(read_text(docs + "pictures/mutex_tree.svg"));
  CHECK(drawn == labels_of_dot(read_text(dot)));
  CHECK(std::ranges::count_if(drawn, [](const std::string& label) { return !contains(label, "discarded"); }) == 8);
  CHECK(std::ranges::count_if(drawn, [](const std::string& label) { return label.starts_with("6.x"); }) == 2);
}
