// The search tree for Graphviz.
#include "report/search_tree.h"

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "unit/report/tree_kit.h"

using namespace parapet;
using report::TreeDetail;

namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("search tree: every state has a name and a look of its own") {
  std::set<std::string_view> names;
  const report::SearchTree tree = test::small_tree();
  for (const report::TreeNode& node : tree.nodes) names.insert(name(node.state));
  CHECK(names == std::set<std::string_view>{"visited", "deleted", "covered", "replaced", "blamed", "spurious", "initial", "discarded"});
}

TEST_CASE("search tree: visited nodes only, without cubes and without who covers them") {
  const std::string dot = report::tree_dot(test::small_tree(), TreeDetail::Visited);
  CHECK(has(dot, "n0 [label=\"1\\nunsafe[1]\", shape=box];"));
  CHECK(has(dot, "n1 [label=\"2 (deleted)\""));
  CHECK(has(dot, "n0 -> n1 [label=\"enter\"];"));
  CHECK_FALSE(has(dot, "covered)"));
  CHECK_FALSE(has(dot, "style=dotted, color"));
  CHECK_FALSE(has(dot, "PC["));
}

TEST_CASE("search tree: covered nodes lead to the node that covers them") {
  const std::string dot = report::tree_dot(test::small_tree(), TreeDetail::Covered);
  CHECK(has(dot, "n2 [label=\"2.1 (covered)\""));
  CHECK(has(dot, "n2 -> n0 [style=dotted, color=gray60, constraint=false];"));
  CHECK(has(dot, "n1 -> n5 [style=dotted, color=gray60, constraint=false];"));
  CHECK_FALSE(has(dot, "n3 -> n0"));
}

TEST_CASE("search tree: cubes have a literal on each line, steps their processes") {
  const std::string dot = report::tree_dot(test::small_tree(), TreeDetail::Cubes);
  CHECK(has(dot, "n0 [label=\"1\\nunsafe[1]\\nPC[z0] = C\\nPC[z1] = C\""));
  CHECK(has(dot, "n0 -> n1 [label=\"enter(z0)\"];"));
}

TEST_CASE("search tree: steps that do not exist are shown only if all is") {
  CHECK_FALSE(has(report::tree_dot(test::small_tree(), TreeDetail::Cubes), "5.x1"));
  const std::string dot = report::tree_dot(test::small_tree(), TreeDetail::All);
  CHECK(has(dot, "5.x1 (discarded)\\nvalue: X would be 1;\\nthe cube needs X = 2"));
  CHECK(has(dot, "n5 -> n8 [label=\"ask(z4)\"];"));
}

TEST_CASE("search tree: what was left out is said") {
  report::SearchTree tree = test::small_tree();
  CHECK_FALSE(has(report::tree_dot(tree, TreeDetail::Covered), "not shown"));
  tree.left_out = 12;
  CHECK(has(report::tree_dot(tree, TreeDetail::Covered), "// 12 more nodes are not shown.\n"));
}
