#include "report/search_tree.h"

#include <algorithm>
#include <array>
#include <map>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/narrow.h"
#include "report/html.h"

namespace parapet::report {
namespace {

using State = TreeNode::State;

struct StateWords {
  std::string_view name, style;
};
// By State.
constexpr std::array<StateWords, 8> states{{
    {"visited", "shape=box"},
    {"deleted", "shape=box, color=gray60, fontcolor=gray40"},
    {"covered", "shape=box, style=dashed, color=gray60, fontcolor=gray40"},
    {"replaced", "shape=box, style=dotted"},
    {"blamed", "shape=box, style=\"filled,dashed\", fillcolor=\"#eeeeee\""},
    {"spurious", "shape=box, style=filled, fillcolor=\"#fff2cc\""},
    {"initial", "shape=box, style=filled, fillcolor=\"#f8d7d0\", penwidth=2"},
    {"discarded", "shape=plain, fontcolor=\"#a03020\""},
}};
static_assert(number_of<std::size_t>(State::Discarded) + 1 == states.size());

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

std::string_view name(State state) { return states[number_of<std::size_t>(state)].name; }

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
    out << "  n" << k << " [label=" << label(node, detail) << ", " << states[number_of<std::size_t>(node.state)].style << "];\n";
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

namespace {

using State = TreeNode::State;

std::string fate(const TreeNode& node) {
  switch (node.state) {
    case State::Visited:
      return "node " + node.name + " was visited: no cube visited before covers it";
    case State::Deleted:
      return "node " + node.name + " was visited, and deleted later because node " + node.by.front() + " covers it";
    case State::Replaced:
      return "node " + node.name + " was replaced by the more general candidate " + node.by.front();
    case State::Blamed:
      return "candidate " + node.name + " was refuted: its search met init, and the nodes that it had replaced or covered were restored";
    case State::Spurious:
      return "cube " + node.name + " meets init, but its path could not be executed";
    case State::Initial:
      return "cube " + node.name + " meets init: the counterexample begins here";
    case State::Discarded:
      return "step " + node.name + " does not exist";
    case State::Covered:
      break;
  }
  return "cube " + node.name + " is covered" + (node.coverings.size() > 1 ? ": every state in it is in one of these" : "");
}

void print_covering(std::ostream& out, const TreeCovering& covering) {
  out << "by " << covering.by;
  if (!covering.renaming.empty()) out << " with " << covering.renaming;
  out << "\n  " << covering.cube << '\n';
  if (covering.rest.empty()) return;
  out << "  for the states with";
  for (std::size_t k = 0; k < covering.rest.size(); ++k) out << (k == 0 ? " " : " && ") << covering.rest[k];
  out << '\n';
}

void print_decisions(std::ostream& out, const TreeNode& node) {
  if (node.decisions.empty()) return;
  out << "decisions";
  for (std::size_t k = 0; k < node.decisions.size(); ++k)
    out << (k == 0 ? ": " : ", ") << node.decisions[k].file << " (" << node.decisions[k].status << ')';
  out << '\n';
}

void print_predecessors(std::ostream& out, const SearchTree& tree, const TreeNode& of) {
  const auto index = static_cast<std::size_t>(&of - tree.nodes.data());
  std::string visited, covered, discarded;
  for (const TreeNode& node : tree.nodes) {
    if (node.successor != index) continue;
    if (node.state == State::Discarded) {
      discarded += "  " + node.name + "  " + node.step + "  " + node.cube;
      for (const TreeDecision& decision : node.decisions) discarded += "  [" + decision.file + "]";
      discarded += "\n";
      continue;
    }
    std::string& list = node.state == State::Covered ? covered : visited;
    list += (list.empty() ? "" : ", ") + node.name;
  }
  if (!visited.empty()) out << "predecessors: " << visited << '\n';
  if (!covered.empty()) out << "covered predecessors: " << covered << '\n';
  if (discarded.empty()) return;
  out << "discarded:\n" << discarded;
}

void print_path(std::ostream& out, const SearchTree& tree, const TreeNode& from) {
  const TreeNode* root = &from;
  while (root->successor) root = &tree.nodes[*root->successor];
  out << "path to " << (root->transition == "candidate" ? "a candidate" : "unsafe") << '\n';
  for (const TreeNode* node = &from;; node = &tree.nodes[*node->successor]) {
    out << "  " << node->name << "  " << node->step << '\n';
    if (!node->successor) return;
    out << "      " << tree.nodes[*node->successor].cube << '\n';
  }
}

}  // namespace

const TreeNode* find_node(const SearchTree& tree, std::string_view name) {
  const auto at = std::ranges::find(tree.nodes, name, &TreeNode::name);
  return at == tree.nodes.end() ? nullptr : &*at;
}

void print_node(std::ostream& out, const SearchTree& tree, const TreeNode& node) {
  out << fate(node) << "\n  " << node.cube << '\n';
  for (const TreeCovering& covering : node.coverings) print_covering(out, covering);
  print_decisions(out, node);
  print_predecessors(out, tree, node);
  print_path(out, tree, node);
}

}  // namespace parapet::report
