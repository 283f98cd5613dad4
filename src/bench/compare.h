// Two runs of the same work, side by side.
#pragma once

#include <string>
#include <vector>

#include "bench/grid.h"
#include "bench/result.h"

namespace parapet::bench {

enum class Change : std::uint8_t {
  None,
  Faster,
  Slower,
  Verdict,  // another one, better or worse
};

struct Pair {
  Row before, after;
  double time_ratio = 1;  // after / before
  Change change = Change::None;
};

struct Comparison {
  std::vector<Pair> pairs;
  std::vector<std::string> only_before, only_after;  // rows without a partner
  // Geometric means of after / before over the pairs with one and the same SAFE or UNSAFE; 1 where there are none.
  double time_mean = 1, memory_mean = 1, node_mean = 1;
  std::size_t decided = 0;  // such pairs
};

[[nodiscard]] Comparison compare(const Results& before, const Results& after);
// What got worse: slower, a verdict lost, or a wrong one.
[[nodiscard]] bool is_regression(const Pair& pair);
[[nodiscard]] Grid table_of(const Comparison& comparison);
// A few lines: means, numbers of changes, rows without a partner.
[[nodiscard]] std::string summary_of(const Comparison& comparison);

}  // namespace parapet::bench
