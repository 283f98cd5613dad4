// List colouring of a graph: each node gets a value from its own set such that neighbours have different values (colour.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logic/signature.h"

namespace parapet::smt::native {

class ListColouring {
 public:
  void clear();
  std::uint32_t add_node(std::uint64_t domain);
  void add_edge(std::uint32_t a, std::uint32_t b);

  // Open: the step limit was reached.
  [[nodiscard]] Truth solve();
  // After True: the value of the node, as a set with one element.
  [[nodiscard]] std::uint64_t value(std::uint32_t node) const { return nodes_[node].domain; }

 private:
  struct Node {
    std::uint64_t domain;
    std::uint32_t first;  // its first half edge
    bool done;            // coloured or peeled
  };
  struct HalfEdge {
    std::uint32_t to, next;
  };
  struct Change {
    std::uint32_t node;
    std::uint64_t domain;
  };
  struct Choice {
    std::uint32_t node;
    std::uint64_t left;  // values not tried yet
    std::size_t depth;   // the size of changes_ at that point
  };

  void peel();
  [[nodiscard]] int open_degree(const Node& node) const;
  [[nodiscard]] std::uint32_t tightest() const;
  [[nodiscard]] bool assign(std::uint32_t node, std::uint64_t value);
  void unwind(std::size_t depth);
  [[nodiscard]] Truth search();
  void colour_peeled();

  std::vector<Node> nodes_;
  std::vector<HalfEdge> edges_;
  std::vector<std::uint32_t> peeled_;
  std::vector<Change> changes_;
  std::vector<Choice> choices_;
};

}  // namespace parapet::smt::native
