// Difference constraints as a strict order of events by ranks: Before(a, b) is rank(b) >= rank(a) + 1, its complement rank(a) >= rank(b).
#include "smt/native/difference.h"

#include <doctest/doctest.h>

#include <cstdint>

using parapet::smt::native::DifferenceGraph;
using Result = DifferenceGraph::Result;

TEST_CASE("difference: a ring of hundreds of events is refused at its last edge and explained by all of them") {
  DifferenceGraph graph;
  constexpr std::uint32_t n = 600;
  for (std::uint32_t k = 0; k < n; ++k) graph.add_node();
  for (std::uint32_t k = 0; k + 1 < n; ++k) REQUIRE(graph.add_edge(k, k + 1, 1, k) == Result::Consistent);
  CHECK(graph.refutes(n - 1, 0, 1));
  CHECK(graph.add_edge(n - 1, 0, 1, 99'999) == Result::Cycle);
  REQUIRE(graph.cycle().size() == n);
  for (std::size_t k = 0; k < n; ++k) CHECK(graph.cycle()[k].to == graph.cycle()[(k + 1) % n].from);
  CHECK(graph.cycle().back().reason == 99'999);
  CHECK(graph.add_edge(n / 2, 0, 0, 7) == Result::Cycle);
  CHECK(graph.add_edge(0, n / 2, 0, 7) == Result::Consistent);
  graph.shrink(0);
  CHECK(graph.add_edge(n - 1, 0, 1, 1) == Result::Consistent);
}

TEST_CASE("difference: weak edges alone may form a cycle, one strict edge in it may not") {
  DifferenceGraph graph;
  for (int k = 0; k < 3; ++k) graph.add_node();
  CHECK(graph.add_edge(0, 1, 0, 1) == Result::Consistent);
  CHECK(graph.add_edge(1, 2, 0, 2) == Result::Consistent);
  CHECK(graph.add_edge(2, 0, 0, 3) == Result::Consistent);
  CHECK(graph.add_edge(0, 1, 1, 4) == Result::Cycle);
  CHECK(graph.cycle().size() == 3);
}
