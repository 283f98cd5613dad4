#include "report/search_tree.h"

#include <array>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>

#include "report/dot.h"

namespace parapet::report {
namespace {

using State = TreeNode::State;

std::string_view node_style(State state) {
  switch (state) {
    case State::Visited:
      return "shape=box";
    case State::Deleted:
      return "shape=box, color=gray60, fontcolor=gray40";
    case State::Covered:
      return "shape=box, style=dashed, color=gray60, fontcolor=gray40";
    case State::Replaced:
      return "shape=box, style=dotted";
    case State::Blamed:
      return "shape=box, style=\"filled,dashed\", fillcolor=\"#eeeeee\"";
    case State::Spurious:
      return "shape=box, style=filled, fillcolor=\"#fff2cc\"";
    case State::Initial:
      return "shape=box, style=filled, fillcolor=\"#f8d7d0\", penwidth=2";
    case State::Discarded:
      return "shape=plain, fontcolor=\"#a03020\"";
  }
  return "";
}

// Literals a line each (they are joined by && when printed as text), and so are the parts of an order and the edges of a cycle.
std::string lines(std::string cube) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 4> breaks{
      {{" && ", "\n"}, {"  ghb ", "\nghb "}, {"; ", ";\n"}, {"-> ", "->\n"}}};
  for (const auto& [separator, with] : breaks) {
    for (std::size_t at = cube.find(separator); at != std::string::npos; at = cube.find(separator, at + with.size()))
      cube.replace(at, separator.size(), with);
  }
  return cube;
}

std::string label(const TreeNode& node, TreeDetail detail) {
  std::string text = node.name;
  if (node.state != State::Visited) text += " (" + std::string(name(node.state)) + ")";
  if (!node.successor) text += "\n" + node.transition;
  if (detail >= TreeDetail::Cubes && !node.cube.empty()) text += "\n" + lines(node.cube);
  std::string quoted = dot_quoted(text);
  for (std::size_t at = quoted.find('\n'); at != std::string::npos; at = quoted.find('\n', at)) quoted.replace(at, 1, "\\n");
  return quoted;
}

bool shown(const TreeNode& node, TreeDetail detail) {
  if (node.state == State::Discarded) return detail == TreeDetail::All;
  return detail != TreeDetail::Visited || node.state != State::Covered;
}

}  // namespace

std::string_view name(State state) {
  switch (state) {
    case State::Visited:
      return "visited";
    case State::Deleted:
      return "deleted";
    case State::Covered:
      return "covered";
    case State::Replaced:
      return "replaced";
    case State::Blamed:
      return "blamed";
    case State::Spurious:
      return "spurious";
    case State::Initial:
      return "initial";
    case State::Discarded:
      return "discarded";
  }
  return "";
}

std::string tree_dot(const SearchTree& tree, TreeDetail detail) {
  std::ostringstream out;
  out << "// The unsafe cubes are on top; an edge goes from a cube to one before it. Dashed: covered, by the node that the dotted edge "
         "leads to.\n";
  if (tree.left_out != 0) out << "// " << tree.left_out << " more nodes are not shown.\n";
  out << "digraph search {\n  node [fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n";
  std::map<std::string, std::size_t> by_name;
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    const TreeNode& node = tree.nodes[k];
    if (!shown(node, detail)) continue;
    by_name.emplace(node.name, k);
    out << "  n" << k << " [label=" << label(node, detail) << ", " << node_style(node.state) << "];\n";
  }
  for (std::size_t k = 0; k < tree.nodes.size(); ++k) {
    const TreeNode& node = tree.nodes[k];
    if (!shown(node, detail)) continue;
    if (node.successor)
      out << "  n" << *node.successor << " -> n" << k << " [label=" << dot_quoted(detail >= TreeDetail::Cubes ? node.step : node.transition)
          << "];\n";
    if (detail == TreeDetail::Visited) continue;
    for (const std::string& by : node.by) {
      const auto at = by_name.find(by);
      if (at != by_name.end()) out << "  n" << k << " -> n" << at->second << " [style=dotted, color=gray60, constraint=false];\n";
    }
  }
  out << "}\n";
  return out.str();
}

}  // namespace parapet::report
