// Difference constraints over integers: potential(to) >= potential(from) + weight, with a potential function that satisfies them
// (difference.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace parapet::smt::native {

class DifferenceGraph {
 public:
  enum class Result : std::uint8_t { Consistent, Cycle, Overflow };

  struct Edge {
    std::uint32_t from, to;
    std::int64_t weight;
    std::uint32_t next;    // the next edge that leaves `from`
    std::uint32_t reason;  // the caller's label of the edge
  };

  // Nodes are never removed.
  std::uint32_t add_node();

  // On Cycle and Overflow the edge is not added. After Cycle, `cycle` holds the edges of a positive cycle through it, the new edge last.
  Result add_edge(std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason = 0);
  // Whether adding the edge would give a positive cycle; false on overflow.
  [[nodiscard]] bool refutes(std::uint32_t from, std::uint32_t to, std::int64_t weight);

  // Edges are a stack: `shrink` keeps the first `count` of them.
  [[nodiscard]] std::size_t edge_count() const { return edges_.size(); }
  void shrink(std::size_t count);

  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const std::vector<Edge>& cycle() const { return cycle_; }
  [[nodiscard]] std::int64_t potential(std::uint32_t node) const { return nodes_[node].potential; }
  [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

  // Multiplies the weights by `factor`, except for weight mod `unit` (a power of two), which encodes strictness. False, and no change, on
  // overflow.
  [[nodiscard]] bool rescale(std::int64_t factor, std::int64_t unit);

 private:
  struct Node {
    std::int64_t potential = 0;
    std::uint32_t first = UINT32_MAX;   // edge
    std::uint32_t parent = UINT32_MAX;  // the edge that last raised its potential
    bool queued = false, raised = false, touched = false;
  };
  struct Saved {
    std::uint32_t node;
    std::int64_t potential;
  };

  Result raise(std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason);
  void lift(std::uint32_t node, std::int64_t potential, std::uint32_t edge);
  void explain(std::uint32_t last, std::uint32_t from, std::uint32_t to, std::int64_t weight, std::uint32_t reason);
  void finish(bool restore);

  std::vector<Node> nodes_;
  std::vector<Edge> edges_;
  std::vector<Edge> cycle_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint32_t> touched_;  // nodes whose potential is not 0
  std::vector<Saved> saved_;            // potentials before the current `raise`
};

}  // namespace parapet::smt::native
