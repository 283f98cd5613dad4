// The visited nodes of a search, and which of them may cover a cube or be covered by it, found in blocks of memory and an index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "cube/fingerprint.h"
#include "cube/node.h"

namespace parapet::search {

// Visited cubes by the literals that their processes have for themselves (CellValues), so that those which cannot matter for a cube G are
// passed over in groups and not one by one.
//
// The variables of F that have own values are sorted by the class of these values; classes are numbered as they are met, so a later one is
// rarer. A tree has a branch for each class, the rarest first; F is filed where its last class ends. For a class c and a process p of G let
//   cost(c, p)  the number of values that c holds and p does not; infinite if p holds a value that c refuses.
// An injection of F's variables into G's processes leaves at least the sum of its costs unimplied (signature.h). A branch is left if no
// injection of the classes on it has a sum of at most `most`: then no cube below it has an instance that matters.

class OwnIndex {
 public:
  // Of one search in the tree; kept for its memory.
  struct Scratch {
    std::size_t processes = 0;
    std::vector<std::uint8_t> costs;  // by class and process
    std::vector<std::uint8_t> least;  // by class
    std::vector<std::uint32_t> path;  // classes
    std::size_t tries = 0;            // of the present search for an injection
    std::uint64_t steps = 0;          // of all, since somebody set it to 0
  };

  // The cube with the next position, from 0 on.
  void add(std::span<const CellValues> own);

  // Calls visit(positions), ascending, for each group of cubes that may have an instance with at most `most` literals that a cube with
  // these own values does not imply.
  template <class Visit>
  void each_group(std::span<const CellValues> goal, unsigned most, Scratch& scratch, const Visit& visit) const {
    estimate(goal, scratch);
    scratch.path.clear();
    visit_below(0, most, most, scratch, visit);
  }

 private:
  static constexpr std::uint8_t infinite = 200;  // far above `most`
  static constexpr std::uint32_t none = UINT32_MAX;
  // Of one search for an injection. More are hardly ever needed, and to keep a branch is always right.
  static constexpr std::size_t most_tries = 200;

  struct Branch {
    std::uint32_t of_class = 0;
    std::uint32_t first_below = none, next = none;
    std::vector<std::uint32_t> filed;  // positions
  };
  struct Hash {
    std::size_t operator()(const CellValues& own) const { return (own.holds * hash_multiplier ^ own.refuses) * hash_multiplier >> 8U; }
  };
  struct Same {
    bool operator()(const CellValues& a, const CellValues& b) const { return a.holds == b.holds && a.refuses == b.refuses; }
  };

  template <class Visit>
  void visit_below(std::uint32_t at, unsigned most, unsigned left, Scratch& scratch, const Visit& visit) const {
    if (const Branch& here = branches_[at]; !here.filed.empty()) visit(std::span<const std::uint32_t>(here.filed));
    for (std::uint32_t k = branches_[at].first_below; k != none; k = branches_[k].next) {
      const std::uint8_t least = scratch.least[branches_[k].of_class];
      if (least > left) continue;
      scratch.path.push_back(branches_[k].of_class);
      scratch.tries = 0;
      const bool may_matter = has_injection(0, most, 0, scratch);
      scratch.steps += scratch.tries;
      if (may_matter) visit_below(k, most, left - least, scratch, visit);
      scratch.path.pop_back();
    }
  }
  void estimate(std::span<const CellValues> goal, Scratch& scratch) const;
  // Of the classes on the path from `from` on, into the processes that are not in `taken`.
  [[nodiscard]] static bool has_injection(std::size_t from, unsigned left, std::uint64_t taken, Scratch& scratch);

  std::vector<Branch> branches_ = std::vector<Branch>(1);
  std::unordered_map<CellValues, std::uint32_t, Hash, Same> number_of_;
  std::vector<CellValues> classes_;
  std::vector<std::uint32_t> key_;  // scratch
  std::uint32_t size_ = 0;
};

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
