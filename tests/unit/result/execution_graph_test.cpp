// The words for events and edges, which pictures, pages and DOT share.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "result/event_graph.h"

using namespace parapet;

TEST_CASE("execution graph: edges have the names of the literature") {
  using Kind = GraphEdge::Kind;
  CHECK(name(Kind::Po) == "po");
  CHECK(name(Kind::Fence) == "fence");
  CHECK(name(Kind::Rf) == "rf");
  CHECK(name(Kind::Co) == "co");
  CHECK(name(Kind::Fr) == "fr");
  CHECK(name(Kind::Plain) == "plain");
}

TEST_CASE("execution graph: every kind of event has a name of its own") {
  using Kind = GraphEvent::Kind;
  std::set<std::string_view> names;
  for (const Kind kind : {Kind::Initial, Kind::Execution, Kind::Write, Kind::ReadModifyWrite, Kind::Final}) {
    CHECK_FALSE(name(kind).empty());
    CHECK(names.insert(name(kind)).second);
  }
  CHECK(name(Kind::ReadModifyWrite) == "read-modify-write");
}
