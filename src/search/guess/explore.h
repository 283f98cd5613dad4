// The states that a ground instance reaches, breadth first, up to renaming of its interchangeable processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/guess/ground.h"

namespace parapet::search {

struct ExploreLimits {
  std::size_t states = 30'000;
  std::uint64_t tests = 30'000'000;  // firings tried
};

struct States {
  // A firing led from one state to another, whose row is the successor renamed by a permutation.
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint16_t permutation = 0;
    std::int16_t actor = -1;
  };

  std::size_t width = 0;  // bytes of a row: the locations, padded
  std::size_t count = 0;
  std::vector<Code> rows;
  std::vector<Edge> edges;
  bool cut = false;  // by its limits: some states were not expanded. (They count all the same.)

  [[nodiscard]] const Code* row(std::size_t state) const { return rows.data() + state * width; }
};

[[nodiscard]] States explore(Ground& ground, const ExploreLimits& limits);

}  // namespace parapet::search
