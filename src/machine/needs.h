// The first test of an attempt to fire: the conjuncts of the guard that compare one cell of memory with a constant. Most firings fail it in
// most states, so explorations make it before they prepare an attempt.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "machine/instance.h"

namespace parapet::machine {

// Which firings of a list may fail none of their needs in a state, without a look at each of them.
//
// For every location that needs test, and every value that they compare it with, a row of bits says which firings this value leaves
// possible; one more row is for all other values. The possible firings are the intersection of the rows of all these locations. An open
// cell excludes nothing. A firing with havocs is always possible: there is an attempt for each choice of their values, and each counts.
class PossibleFirings {
 public:
  explicit PossibleFirings(const std::vector<Firing>& firings);

  // The bits of the possible firings, where value(location) is what memory holds; valid until the next call.
  template <class Value>
  [[nodiscard]] std::span<const std::uint64_t> in(const Value& value) {
    possible_ = all_;
    for (const Tested& tested : tested_) {
      const Code held = value(tested.location);
      if (held == open_value) continue;
      const std::int64_t place = std::int64_t{held} - tested.first;
      const bool compared = place >= 0 && place < tested.values;
      const std::uint64_t* const row = &rows_[tested.row + (compared ? narrow<std::size_t>(place) : tested.values) * possible_.size()];
      for (std::size_t w = 0; w < possible_.size(); ++w) possible_[w] &= row[w];
    }
    return possible_;
  }

 private:
  // The values from `first` on have rows of their own, one after the other; then comes the row of all other values.
  struct Tested {
    Location location = 0;
    Code first = 0;
    std::uint32_t values = 0;
    std::size_t row = 0;  // where they begin in rows_
  };

  std::vector<Tested> tested_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::uint64_t> all_, possible_;
};

[[nodiscard]] inline bool has_bit(std::span<const std::uint64_t> bits, std::size_t k) { return (bits[k / 64] >> (k % 64) & 1) != 0; }

}  // namespace parapet::machine
