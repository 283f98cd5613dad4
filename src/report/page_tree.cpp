// The search tree as nested lists that fold: under a cube the cubes before it.
#include <map>

#include "report/html.h"
#include "report/page.h"

namespace parapet::report {
namespace {

using State = TreeNode::State;

class TreeList {
 public:
  explicit TreeList(const SearchTree& tree) : nodes_(tree.nodes), children_(tree.nodes.size()) {
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
    if (node.state != State::Visited) out += " <span class=\"state " + std::string(name(node.state)) + "\">" + std::string(name(node.state)) + "</span>";
    if (node.state == State::Covered && node.by.empty()) out += " by several together";
    for (const std::string& by : node.by)
      out += by_name_.contains(by) ? " by <a href=\"#n" + by + "\">" + by + "</a>" : " by an invariant of the model";
    return out + " <span class=\"code cube\">" + html_text(node.cube) + "</span>";
  }

  const std::vector<TreeNode>& nodes_;
  std::vector<std::vector<std::size_t>> children_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace

std::string tree_html(const SearchTree& tree) {
  std::string out = "<p>From the unsafe cubes back: under each cube the cubes before it, with the step that leads from them to it. Grey: covered by "
                    "visited ones, and so not followed.</p>\n" +
                    TreeList(tree).run();
  if (tree.left_out != 0) out += "<p>" + std::to_string(tree.left_out) + " more cubes are not shown.</p>\n";
  return out;
}

}  // namespace parapet::report
