// A node of the search tree in words.
#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "report/search_tree.h"
#include "unit/report/tree_kit.h"

using namespace parapet;

namespace {

std::string text_of(const report::SearchTree& tree, const std::string& name) {
  const report::TreeNode* const node = report::find_node(tree, name);
  REQUIRE(node != nullptr);
  std::ostringstream out;
  report::print_node(out, tree, *node);
  return out.str();
}

std::string first_line(const std::string& name) {
  const std::string text = text_of(test::small_tree(), name);
  return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("node text: found by name, or not at all") {
  const report::SearchTree tree = test::small_tree();
  CHECK(report::find_node(tree, "2.1") == &tree.nodes[2]);
  CHECK(report::find_node(tree, "9") == nullptr);
}

TEST_CASE("node text: what became of a node") {
  CHECK(first_line("1") == "node 1 was visited: no cube visited before covers it");
  CHECK(first_line("2") == "node 2 was visited, and deleted later because node 4 covers it");
  CHECK(first_line("2.1") == "cube 2.1 is covered");
  CHECK(first_line("3") == "node 3 was replaced by the more general candidate 4");
  CHECK(first_line("4") == "candidate 4 was refuted: its search met init, and the nodes that it had replaced or covered were restored");
  CHECK(first_line("5.1") == "cube 5.1 meets init, but its path could not be executed");
  CHECK(first_line("5.2") == "cube 5.2 meets init: the counterexample begins here");
}

TEST_CASE("node text: predecessors and the path to unsafe") {
  CHECK(text_of(test::small_tree(), "2") ==
        "node 2 was visited, and deleted later because node 4 covers it\n  PC[z0] = B\npredecessors: 3\ncovered predecessors: 2.1, 2.2\n"
        "path to unsafe\n  2  enter(z0)\n      PC[z0] = C && PC[z1] = C\n  1  unsafe[1]\n");
  CHECK(text_of(test::small_tree(), "5.2").find("path to a candidate\n  5.2  ask(z3)\n      PC[z0] = B\n  4  candidate\n") !=
        std::string::npos);
}

TEST_CASE("node text: the cubes that cover a node, alone or together") {
  report::SearchTree tree = test::small_tree();
  tree.nodes[3].coverings = {{"node 1", "z0 -> z1", {}, "PC[z0] = C"}, {"an invariant of the model", "", {"X < 3", "Y = 1"}, "X < 3"}};
  CHECK(text_of(tree, "2.2")
            .find("cube 2.2 is covered: every state in it is in one of these\n  PC[z0] = A\nby node 1 with z0 -> z1\n"
                  "  PC[z0] = C\nby an invariant of the model\n  X < 3\n  for the states with X < 3 && Y = 1\n") == 0);
}
