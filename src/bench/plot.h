// Plots as SVG elements that need nothing from outside; they take the colour of the text around them.
#pragma once

#include <string>
#include <vector>

namespace parapet::bench {

struct Series {
  std::string name;
  std::vector<double> seconds;  // of the rows that were decided, in any order
};

// How many rows are decided within which time each (logarithmic): the further right and down, the better.
[[nodiscard]] std::string cactus_plot(const std::vector<Series>& all);

struct Point {
  std::string name;
  double before = 0;  // seconds
  double after = 0;
  bool remarkable = false;
};

// Time before against time after, both logarithmic: below the diagonal is faster.
[[nodiscard]] std::string scatter_plot(const std::vector<Point>& points);

}  // namespace parapet::bench
