// The order in which nodes leave the frontier.
#include "search/loop/frontier.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <deque>

#include "memory/queues/timeline.h"

using namespace parapet;

namespace {

using Node = search::Node;

struct Nodes {
  // A node of so many literals; of a count lemma, if there is one.
  Node& add(std::size_t literals, Node* lemma) {
    Node& node = all.emplace_back();
    node.id = all.size();
    node.depth = 5;
    node.cube.literals.resize(literals);
    node.root = lemma;
    return node;
  }
  Node& lemma() {
    Node& node = add(1, nullptr);
    node.root = &node;
    node.count_lemma = true;
    return node;
  }
  std::deque<Node> all;
};

}  // namespace

TEST_CASE("frontier: a count lemma whose cubes are large gets its turn") {
  Nodes nodes;
  Node &served = nodes.lemma(), &waiting = nodes.lemma();
  served.visits = 20;
  search::Frontier frontier(search::Order::Size, true);
  for (std::size_t k = 0; k < 8; ++k) frontier.push(&nodes.add(2, &served));
  Node& large = nodes.add(9, &waiting);
  frontier.push(&large);
  // Before the turns of the shallowest nodes, every tenth.
  bool given = false;
  for (std::size_t turn = 0; turn < 5 && !given; ++turn) given = frontier.pop() == &large;
  CHECK(given);
}

TEST_CASE("frontier: without count lemmas the smallest cube comes first") {
  Nodes nodes;
  search::Frontier frontier(search::Order::Size, true);
  Node& large = nodes.add(9, nullptr);
  frontier.push(&large);
  for (std::size_t k = 0; k < 8; ++k) frontier.push(&nodes.add(2, nullptr));
  for (std::size_t turn = 0; turn < 8; ++turn) CHECK(frontier.pop() != &large);
  CHECK(frontier.pop() == &large);
  CHECK(frontier.pop() == nullptr);
}
