// Signatures: what a cube has and what it asks for, as bits, so that most cover tests end after a few machine instructions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "cube/shape.h"

namespace parapet::search {

// A set of literal shapes and values, approximated from above by 128 bits.
struct CoverSignature {
  std::uint64_t low = 0, high = 0;

  void add(std::uint64_t key) {
    const std::uint64_t hash = key * hash_multiplier;
    ((hash >> 63) != 0 ? high : low) |= std::uint64_t{1} << (hash >> 57 & 63);
  }
  void add(const CoverSignature& other) {
    low |= other.low;
    high |= other.high;
  }
  // At most so many bits are not in `other`.
  [[nodiscard]] bool within(const CoverSignature& other, std::size_t most) const {
    std::uint64_t a = low & ~other.low;
    std::uint64_t b = high & ~other.high;
    for (; (a | b) != 0; --most) {
      if (most == 0) return false;
      if (a != 0) {
        a &= a - 1;
      } else {
        b &= b - 1;
      }
    }
    return true;
  }
};

// What the cover test looks at first of a visited cube.
struct CoverRow {
  static constexpr std::uint32_t deleted = UINT32_MAX;
  CoverSignature needs, has;
  std::uint64_t refuses = 0;
  std::uint32_t processes = 0;
};

// What it looks at of the cube to be covered.
struct CoverGoal {
  CoverSignature has;
  std::uint64_t holds = 0;
  std::uint32_t processes = 0;
};

// What the literals `cell(z) in set` say that a process z of a cube has for itself: CellValues of all of them. A variable v of F can be
// mapped to a process p of G only if v refuses nothing that p holds; then it leaves at least as many literals that G does not imply as v
// holds values that p does not. Here those of the first variables of a visited cube.
using OwnRow = std::array<CellValues, 4>;

// Keeps of found[from..] the positions k for which the least such numbers, summed over F's variables, are at most `most`. `goal`: by process
// of G; `rows`: by position.
void keep_with_own_values(std::span<const OwnRow> rows, std::span<const CellValues> goal, unsigned most, std::size_t from,
                          std::vector<std::uint32_t>& found);

// Adds first + k for each row k that has no more processes than the goal, refuses nothing it holds, and needs at most `most` things it does
// not have.
void find_covering_rows(std::span<const CoverRow> rows, std::uint32_t first, const CoverGoal& goal, unsigned most,
                        std::vector<std::uint32_t>& found);
// The same of the rows at `positions`, which are added as they are.
void keep_covering_rows(std::span<const CoverRow> rows, std::span<const std::uint32_t> positions, const CoverGoal& goal, unsigned most,
                        std::vector<std::uint32_t>& found);

}  // namespace parapet::search
