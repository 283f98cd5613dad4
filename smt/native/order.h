// A strict order of events by integer ranks, built edge by edge. An edge that is refused is explained by a cycle. Usage:
//
//   OrderTheory order;
//   const auto a = order.add_event(), b = order.add_event();
//   order.push();
//   if (!order.add_before(a, b, 7)) for (const auto& edge : order.cycle()) ... edge.reason ...
//   order.pop();
//
// Before(a, b) is rank(a) < rank(b); its complement NotBefore(a, b) is rank(b) <= rank(a). A set of them is consistent iff no cycle has a
// Before in it. Over Before alone that is acyclicity of the relation.
#pragma once

#include "smt/native/difference.h"

namespace parapet::smt::native {

class OrderTheory {
 public:
  using Event = std::uint32_t;

  struct Edge {
    Event from, to;
    bool strict;           // rank(from) < rank(to), else <=
    std::uint32_t reason;  // the reason given to add_before or add_not_before
  };

  Event add_event() { return graph_.add_node(); }
  [[nodiscard]] std::size_t event_count() const { return graph_.node_count(); }

  // False: the edge is refused, the order is unchanged, and `cycle` explains why.
  [[nodiscard]] bool add_before(Event a, Event b, std::uint32_t reason);
  [[nodiscard]] bool add_not_before(Event a, Event b, std::uint32_t reason);

  // Whether the present order excludes the edge.
  [[nodiscard]] bool refutes_before(Event a, Event b) { return graph_.refutes(a, b, 1); }
  [[nodiscard]] bool refutes_not_before(Event a, Event b) { return graph_.refutes(b, a, 0); }

  void push() { levels_.push_back(graph_.edge_count()); }
  void pop();

  // The cycle of the last refused edge: each edge ends where the next one begins, and the refused edge is last.
  [[nodiscard]] const std::vector<Edge>& cycle() const { return cycle_; }
  // Ranks that satisfy everything added.
  [[nodiscard]] std::int64_t rank(Event event) const { return graph_.potential(event); }

 private:
  bool add(Event from, Event to, bool strict, std::uint32_t reason);

  DifferenceGraph graph_;
  std::vector<std::size_t> levels_;
  std::vector<Edge> cycle_;
};

}  // namespace parapet::smt::native
