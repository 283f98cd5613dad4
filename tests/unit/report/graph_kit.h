// A small execution graph, made by hand: no execution has it, but it has every kind of thing that is drawn.
#pragma once

#include "result/event_graph.h"

namespace parapet::test {

inline ExecutionGraph small_graph() {
  using Event = GraphEvent::Kind;
  using Edge = GraphEdge::Kind;
  ExecutionGraph graph;
  graph.model = "tso";
  graph.columns = {"#1", "p2"};
  graph.events.resize(4);
  graph.events[0].kind = Event::Initial;
  graph.events[0].label = "init";
  GraphEvent& fired = graph.events[1];
  fired.process = 0;
  fired.step = fired.instant = 0;
  fired.label = "put(#1)";
  fired.lines = {"X \"a\" := 1"};
  GraphEvent& written = graph.events[2];
  written.kind = Event::Write;
  written.process = 0;
  written.position = 1;
  written.step = 0;
  written.label = "write of put(#1)";
  GraphEvent& read = graph.events[3];
  read.process = 1;
  read.step = 1;
  read.instant = 1;
  read.label = "get(p2) <&>";
  graph.edges = {{1, 2, Edge::Po, true, ""}, {2, 3, Edge::Rf, false, "X"}, {0, 2, Edge::Co, true, "X"}, {3, 2, Edge::Fr, true, "X"}};
  return graph;
}

}  // namespace parapet::test
