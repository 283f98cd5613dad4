// A set of constraints p(v) >= p(u) + w, one per edge u -> v of weight w, has an integer solution iff the graph has no cycle of positive
// weight.
//
// Invariant: `potential` is a solution for the present edges. If it violates a new edge u -> v, the potential of v is raised and then, in
// first-in first-out order, that of every node that an edge forces up (Bellman-Ford from v). The old edges have no positive cycle, so a
// positive cycle passes through the new edge: it exists iff the repair would raise u itself. Then the parent edges of the raised nodes lead
// from u back to v and are the explanation, and the old potentials are restored.
//
// A solution stays a solution when an edge is removed, so backtracking does not restore potentials. They are reset to 0 when the last edge
// is removed: otherwise they would grow without bound, and models would depend on earlier queries.
#include "smt/native/difference.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::smt::native {
namespace {

constexpr std::uint32_t no_edge = UINT32_MAX;

}  // namespace

std::uint32_t DifferenceGraph::add_node() {
  nodes_.emplace_back();
  return narrow<std::uint32_t>(nodes_.size() - 1);
}

DifferenceGraph::Result DifferenceGraph::add_edge(std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason) {
  const Result result = raise(from, to, weight, reason);
  if (result != Result::Consistent) return result;
  edges_.push_back({from, to, weight, nodes_[from].first, reason});
  nodes_[from].first = narrow<std::uint32_t>(edges_.size() - 1);
  return result;
}

bool DifferenceGraph::refutes(std::uint32_t from, std::uint32_t to, std::int64_t weight) {
  return raise(from, to, weight, 0) == Result::Cycle;
}

void DifferenceGraph::shrink(std::size_t count) {
  for (; edges_.size() > count; edges_.pop_back()) nodes_[edges_.back().from].first = edges_.back().next;
  if (!edges_.empty() || touched_.empty()) return;
  for (const std::uint32_t node : touched_) {
    nodes_[node].potential = 0;
    nodes_[node].touched = false;
  }
  touched_.clear();
}

void DifferenceGraph::lift(std::uint32_t node, std::int64_t potential, std::uint32_t edge) {
  Node& it = nodes_[node];
  if (!it.raised) {
    it.raised = true;
    saved_.push_back({node, it.potential});
  }
  if (!it.touched) {
    it.touched = true;
    touched_.push_back(node);
  }
  it.potential = potential;
  it.parent = edge;
  if (it.queued) return;
  it.queued = true;
  queue_.push_back(node);
}

void DifferenceGraph::finish(bool restore) {
  for (const Saved& saved : saved_) {
    Node& node = nodes_[saved.node];
    node.raised = node.queued = false;
    if (restore) node.potential = saved.potential;
  }
  saved_.clear();
  queue_.clear();
}

void DifferenceGraph::explain(std::uint32_t last, std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason) {
  cycle_.clear();
  cycle_.push_back(edges_[last]);
  for (std::uint32_t at = edges_[last].from; at != to; at = cycle_.back().from) cycle_.push_back(edges_[nodes_[at].parent]);
  std::reverse(cycle_.begin(), cycle_.end());
  cycle_.push_back({from, to, weight, no_edge, reason});
}

DifferenceGraph::Result DifferenceGraph::raise(std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason) {
  std::int64_t wanted = 0;
  if (__builtin_add_overflow(nodes_[from].potential, weight, &wanted)) return Result::Overflow;
  if (nodes_[to].potential >= wanted) return Result::Consistent;
  if (from == to) {
    cycle_.assign(1, {from, to, weight, no_edge, reason});
    return Result::Cycle;
  }
  lift(to, wanted, no_edge);
  for (std::size_t k = 0; k < queue_.size(); ++k) {
    const std::uint32_t at = queue_[k];
    nodes_[at].queued = false;
    for (std::uint32_t edge = nodes_[at].first; edge != no_edge; edge = edges_[edge].next) {
      const Edge& out = edges_[edge];
      if (__builtin_add_overflow(nodes_[at].potential, out.weight, &wanted)) {
        finish(true);
        return Result::Overflow;
      }
      if (nodes_[out.to].potential >= wanted) continue;
      if (out.to == from) {
        explain(edge, from, to, weight, reason);
        finish(true);
        return Result::Cycle;
      }
      lift(out.to, wanted, edge);
    }
  }
  finish(false);
  return Result::Consistent;
}

bool DifferenceGraph::rescale(std::int64_t factor, std::int64_t unit) {
  std::int64_t product = 0;
  for (const Edge& edge : edges_) {
    if (__builtin_mul_overflow(edge.weight, factor, &product)) return false;
  }
  for (const std::uint32_t node : touched_) {
    if (__builtin_mul_overflow(nodes_[node].potential, factor, &product)) return false;
  }
  for (Edge& edge : edges_) {
    const std::int64_t strict = edge.weight & (unit - 1);
    edge.weight = (edge.weight - strict) * factor + strict;
  }
  for (const std::uint32_t node : touched_) nodes_[node].potential *= factor;
  return true;
}

}  // namespace parapet::smt::native
