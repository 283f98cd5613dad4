// A small search tree with a node in every state, made by hand.
#pragma once

#include "report/search_tree.h"

namespace parapet::test {

inline report::SearchTree small_tree() {
  using State = report::TreeNode::State;
  report::SearchTree tree;
  const auto add = [&](const char* name, std::optional<std::size_t> successor, State state, const char* transition, const char* step,
                       const char* cube, std::vector<std::string> by) {
    tree.nodes.push_back(
        {name, successor, successor ? tree.nodes[*successor].depth + 1 : 0, state, transition, step, cube, std::move(by), {}});
  };
  add("1", std::nullopt, State::Visited, "unsafe[1]", "unsafe[1]", "PC[z0] = C && PC[z1] = C", {});
  add("2", 0, State::Deleted, "enter", "enter(z0)", "PC[z0] = B", {"4"});
  add("2.1", 1, State::Covered, "leave", "leave(z0)", "X < 3 && PC[z0] = C", {"1"});
  add("2.2", 1, State::Covered, "ask", "ask(z0)", "PC[z0] = A", {});
  add("3", 1, State::Replaced, "ask", "ask(z1)", "PC[z1] = A", {"4"});
  add("4", std::nullopt, State::Blamed, "candidate", "candidate", "PC[z0] = B", {});
  add("5.1", 5, State::Spurious, "ask", "ask(z2)", "true", {});
  add("5.2", 5, State::Initial, "ask", "ask(z3)", "true", {});
  add("5.x1", 5, State::Discarded, "ask", "ask(z4)", "value: X would be 1; the cube needs X = 2", {});
  return tree;
}

}  // namespace parapet::test
