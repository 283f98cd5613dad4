// A directed graph of events: reachability and cycles by depth-first search.
#pragma once

#include <cstdint>
#include <vector>

#include "result/read_set.h"

namespace parapet::check {

class EventGraph {
 public:
  using Vertex = std::uint32_t;

  // Vertices are numbered from 0.
  Vertex add();
  void add_edge(Vertex from, Vertex to) { edges_[from].push_back(to); }
  void add_edges(Vertex from, const ReadSet& to);

  [[nodiscard]] bool has_cycle() const;
  // The vertices with numbers below `count` that are reachable from `from`, including itself.
  [[nodiscard]] ReadSet reached(Vertex from, Vertex count) const;

 private:
  std::vector<std::vector<Vertex>> edges_;  // by vertex
};

}  // namespace parapet::check
