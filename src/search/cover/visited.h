// The visited nodes of a search, and which of them may cover a cube or be covered by it, found in blocks of memory and an index.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "cube/node.h"
#include "cube/signature.h"
#include "search/cover/own_index.h"

namespace parapet::search {

// The visited nodes, and what the cover test looks at first in one block of memory.
class Visited {
 public:
  void add(Node* node);
  void remove(std::size_t index);
  void restore(std::size_t index);
  // How often a node was restored so far; and those removed or restored since the last call.
  [[nodiscard]] std::uint64_t restorations() const { return restorations_; }
  [[nodiscard]] std::vector<std::uint32_t> take_toggled() { return std::exchange(toggled_, {}); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] Node& operator[](std::size_t index) const { return *nodes_[index]; }

  // Adds the positions, ascending, from `begin` on of nodes that may cover g, or have an instance with at most `most` literals that g does
  // not imply.
  void find_covering(std::size_t begin, const Indexed& g, unsigned most, OwnIndex::Scratch& scratch,
                     std::vector<std::uint32_t>& found) const;
  // The same, one by one.
  void find_by_scan(std::size_t begin, const Indexed& g, unsigned most, std::vector<std::uint32_t>& found) const;
  // The same, in groups. May find fewer: the index knows that two variables have different images.
  void find_by_index(std::size_t begin, const Indexed& g, unsigned most, OwnIndex::Scratch& scratch,
                     std::vector<std::uint32_t>& found) const;
  // The positions, ascending, from `begin` on of nodes that f may cover.
  void find_covered(std::size_t begin, const Indexed& f, std::vector<std::uint32_t>& found) const;

 private:
  static constexpr std::size_t few = 64;  // to scan them takes no longer than to begin with the index

  std::vector<Node*> nodes_;
  std::vector<CoverRow> rows_;
  std::vector<OwnRow> own_;
  OwnIndex index_;
  std::vector<std::uint32_t> toggled_;
  std::uint64_t restorations_ = 0;
};

}  // namespace parapet::search
