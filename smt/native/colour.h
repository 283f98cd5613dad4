// List colouring: a value for each node out of its own set, different for neighbours. See colour.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "smt/native/truth.h"

namespace parapet::smt::native {

class ListColouring {
 public:
  void clear();
  std::uint32_t add_node(std::uint64_t domain);
  void add_edge(std::uint32_t a, std::uint32_t b);

  // Open: the step limit was hit.
  [[nodiscard]] Truth solve();
  // After True: the chosen value, as a set of one.
  [[nodiscard]] std::uint64_t value(std::uint32_t node) const { return nodes_[node].domain; }

 private:
  struct Node {
    std::uint64_t domain;
    std::uint32_t first;  // half edge
    bool done;            // coloured, or set aside
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
    std::size_t depth;   // of changes_
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
