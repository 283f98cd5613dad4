#include "report/node_text.h"

#include <algorithm>
#include <ostream>

namespace parapet::report {
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
