// ghb is acyclic iff the events can be ranked so that every edge goes up: rank(from) < rank(to), one integer per event.
#include "check/execution_order.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace parapet::check {
namespace {

// A cycle of a graph that has one: after edges to vertices without successors are removed, every walk returns to a vertex it has visited.
std::vector<std::uint32_t> find_cycle(const ExecutionGraph& graph, std::vector<std::uint32_t> edges) {
  const auto leaving = [&](std::uint32_t event) {
    return std::find_if(edges.begin(), edges.end(), [&](std::uint32_t edge) { return graph.edges[edge].from == event; });
  };
  for (std::size_t before = 0; before != edges.size();) {
    std::vector<std::uint32_t> left;
    before = edges.size();
    std::copy_if(edges.begin(), edges.end(), std::back_inserter(left),
                 [&](std::uint32_t edge) { return leaving(graph.edges[edge].to) != edges.end(); });
    edges = std::move(left);
  }
  std::vector<std::uint32_t> walk;
  if (edges.empty()) return walk;
  for (std::uint32_t edge = edges.front();; edge = *leaving(graph.edges[edge].to)) {
    const auto again = std::find(walk.begin(), walk.end(), edge);
    if (again != walk.end()) return {again, walk.end()};
    walk.push_back(edge);
  }
}

}  // namespace

OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver) {
  OrderAnswer result;
  std::map<TermId, std::vector<std::uint32_t>> edges_of;
  solver.push();
  for (std::uint32_t k = 0; k < graph.edges.size(); ++k) {
    const GraphEdge& edge = graph.edges[k];
    if (!edge.ghb) continue;
    const TermId before = arena.before(arena.event(edge.from), arena.event(edge.to));
    edges_of[before].push_back(k);
    solver.add(before);
  }
  result.answer = solver.check({smt::Purpose::Order, 0, {}});
  if (result.answer == smt::Answer::Unsat) {
    std::vector<std::uint32_t> core;
    for (const TermId formula : solver.core()) {
      const auto& edges = edges_of[formula];
      core.insert(core.end(), edges.begin(), edges.end());
    }
    result.cycle = find_cycle(graph, std::move(core));
  }
  solver.pop();
  return result;
}

std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle) {
  std::string text;
  for (const std::uint32_t edge : cycle)
    text += graph.events[graph.edges[edge].from].label + " -" + std::string(name(graph.edges[edge].kind)) + "-> ";
  return cycle.empty() ? text : text + graph.events[graph.edges[cycle.front()].from].label;
}

}  // namespace parapet::check
