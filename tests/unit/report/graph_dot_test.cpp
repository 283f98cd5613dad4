// An execution graph for Graphviz.
#include <doctest/doctest.h>

#include <string>

#include "report/execution_report.h"
#include "unit/report/graph_kit.h"

using namespace parapet;

TEST_CASE("graph dot: a cluster for each process, its events inside") {
  const std::string text = report::graph_dot(test::small_graph());
  CHECK(text.find("digraph execution {") != std::string::npos);
  const std::size_t first = text.find("subgraph cluster_0"), second = text.find("subgraph cluster_1");
  REQUIRE(first != std::string::npos);
  REQUIRE(second != std::string::npos);
  CHECK(text.find("    e1 [") > first);
  CHECK(text.find("    e2 [") < second);
  CHECK(text.find("    e3 [") > second);
  CHECK(text.find("label=\"#1\"") != std::string::npos);
  CHECK(text.find("  e0 [") != std::string::npos);
}

TEST_CASE("graph dot: when an event happens, what it does, and a write that never left its buffer") {
  const std::string text = report::graph_dot(test::small_graph());
  CHECK(text.find("e1 [label=\"1: put(#1)\\nX \\\"a\\\" := 1\"") != std::string::npos);
  CHECK(text.find("e2 [label=\"write of put(#1), in the buffer at the end\"") != std::string::npos);
}

TEST_CASE("graph dot: colours of edges; those outside ghb are dotted and rank nothing") {
  const std::string text = report::graph_dot(test::small_graph());
  CHECK(text.find("e1 -> e2 [color=black, fontcolor=black, label=\"\", weight=4];") != std::string::npos);
  CHECK(text.find("e2 -> e3 [color=red, fontcolor=red, label=\"rf X\", style=dotted, constraint=false];") != std::string::npos);
  CHECK(text.find("e3 -> e2 [color=orange, fontcolor=orange, label=\"fr X\"];") != std::string::npos);
  CHECK(text.find("e0 -> e2 [color=blue, fontcolor=blue, label=\"co X\"];") != std::string::npos);
}
