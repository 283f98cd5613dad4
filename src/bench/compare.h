// Comparison of two benchmark runs.
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
  Verdict,  // the verdict changed, for better or worse
};

struct Pair {
  Row before, after;
  double time_ratio = 1;  // after / before
  Change change = Change::None;
};

struct Comparison {
  std::vector<Pair> pairs;
  std::vector<std::string> only_before, only_after;  // rows that only one of the runs has
  // Geometric means of after / before over the pairs in which both runs have the same verdict, SAFE or UNSAFE; 1 if there are none.
  double time_mean = 1, memory_mean = 1, node_mean = 1;
  std::size_t decided = 0;  // the number of these pairs
};

[[nodiscard]] Comparison compare(const Results& before, const Results& after);
// The pair got worse: it is slower, or its verdict was lost or is wrong now.
[[nodiscard]] bool is_regression(const Pair& pair);
[[nodiscard]] Grid table_of(const Comparison& comparison);
// A few lines of text: means, numbers of changes, rows that only one run has.
[[nodiscard]] std::string summary_of(const Comparison& comparison);

}  // namespace parapet::bench
