#include "check/event_graph.h"

#include "base/narrow.h"

namespace parapet::check {

EventGraph::Vertex EventGraph::add() {
  edges_.emplace_back();
  return narrow<Vertex>(edges_.size() - 1);
}

void EventGraph::add_edges(Vertex from, const ReadSet& to) {
  to.each([&](Vertex each) { add_edge(from, each); });
}

bool EventGraph::has_cycle() const {
  enum class Mark : std::uint8_t { New, OnPath, Done };
  std::vector<Mark> marks(edges_.size(), Mark::New);
  const auto visit = [&](const auto& self, Vertex vertex) -> bool {
    if (marks[vertex] != Mark::New) return marks[vertex] == Mark::OnPath;
    marks[vertex] = Mark::OnPath;
    for (const Vertex next : edges_[vertex]) {
      if (self(self, next)) return true;
    }
    marks[vertex] = Mark::Done;
    return false;
  };
  for (Vertex vertex = 0; vertex < edges_.size(); ++vertex) {
    if (visit(visit, vertex)) return true;
  }
  return false;
}

ReadSet EventGraph::reached(Vertex from, Vertex count) const {
  std::vector<bool> seen(edges_.size(), false);
  std::vector<Vertex> left{from};
  while (!left.empty()) {
    const Vertex vertex = left.back();
    left.pop_back();
    if (seen[vertex]) continue;
    seen[vertex] = true;
    left.insert(left.end(), edges_[vertex].begin(), edges_[vertex].end());
  }
  ReadSet result;
  for (Vertex vertex = 0; vertex < count; ++vertex) {
    if (seen[vertex]) result.add(vertex);
  }
  return result;
}

}  // namespace parapet::check
