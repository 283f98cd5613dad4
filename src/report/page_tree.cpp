// The search tree as nested lists that fold: under a cube the cubes before it.
#include <algorithm>
#include <map>
#include <span>

#include "report/html.h"
#include "report/page.h"

namespace parapet::report {
namespace {

using State = TreeNode::State;

class TreeList {
 public:
  // A successor comes before those that lead to it, so that the first nodes are a tree.
  TreeList(std::span<const TreeNode> nodes, const std::string& query_folder)
      : nodes_(nodes), query_folder_(query_folder), children_(nodes.size()) {
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      by_name_.emplace(nodes_[k].name, k);
      if (nodes_[k].successor) children_[*nodes_[k].successor].push_back(k);
    }
  }

  std::string run() {
    std::string out = "<ul class=\"tree\">\n";
    for (std::size_t k = 0; k < nodes_.size(); ++k) {
      if (!nodes_[k].successor) out += item(k);
    }
    return out + "</ul>\n";
  }

 private:
  // A browser nests elements only so far: deeper ones stand below each other.
  static constexpr std::uint32_t deepest = 200;

  std::string item(std::size_t k) {
    const TreeNode& node = nodes_[k];
    std::string out = "<li id=\"n" + node.name + "\" class=\"" + std::string(name(node.state)) + "\">";
    if (children_[k].empty() || node.depth >= deepest) {
      out += "<span class=\"leaf\">" + line(k) + "</span></li>\n";
      for (const std::size_t child : children_[k]) out += item(child);
      return out;
    }
    out += "<details open><summary>" + line(k) + "</summary>\n<ul>\n";
    for (const std::size_t child : children_[k]) out += item(child);
    return out + "</ul></details></li>\n";
  }

  std::string line(std::size_t k) {
    const TreeNode& node = nodes_[k];
    std::string out = "<b>" + html_text(node.name) + "</b> <span class=\"code\">" + html_text(node.step) + "</span>";
    if (node.state != State::Visited)
      out += " <span class=\"state " + std::string(name(node.state)) + "\">" + std::string(name(node.state)) + "</span>";
    if (node.state == State::Covered && node.by.empty()) out += " by several together";
    for (const std::string& by : node.by) {
      out += " by ";
      out += by_name_.contains(by) ? "<a href=\"#n" + by + "\">" + by + "</a>" : by;
    }
    return out + " <span class=\"code cube\">" + html_text(node.cube) + "</span>" + links(node);
  }

  // To the files of its decisions.
  std::string links(const TreeNode& node) const {
    if (query_folder_.empty() || node.decisions.empty()) return "";
    std::string out = " <span class=\"queries\">";
    for (const TreeDecision& decision : node.decisions) {
      const std::string purpose = decision.file.substr(decision.file.find('-') + 1);
      out += " <a href=\"" + html_text(query_folder_ + "/" + decision.file) + "\">" +
             html_text(purpose.substr(0, purpose.find('.')) + " " + decision.status) + "</a>";
    }
    return out + "</span>";
  }

  std::span<const TreeNode> nodes_;
  const std::string& query_folder_;
  std::vector<std::vector<std::size_t>> children_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace

std::string tree_html(const SearchTree& tree) {
  const std::size_t shown = std::min(tree.nodes.size(), most_tree_nodes);
  const std::uint64_t left_out = tree.left_out + (tree.nodes.size() - shown);
  std::string out =
      "<p>From the unsafe cubes back: under each cube the cubes before it, with the step that leads from them to it. Grey: covered by "
      "visited ones, and so not followed. Red: the step does not exist.</p>\n" +
      TreeList({tree.nodes.data(), shown}, tree.query_folder).run();
  if (!tree.query_folder.empty()) {
    out += "<p>The words behind a cube are links to its decisions as SMT-LIB 2; <a href=\"" + html_text(tree.query_folder) +
           "/index.html\">all of them</a>.</p>\n";
  }
  if (left_out != 0) out += "<p>" + std::to_string(left_out) + " more cubes are not shown.</p>\n";
  return out;
}

}  // namespace parapet::report
