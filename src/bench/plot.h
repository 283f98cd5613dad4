// Plots as self-contained SVG elements, which take the colour of the text around them.
#pragma once

#include <string>
#include <vector>

namespace parapet::bench {

struct Series {
  std::string name;
  std::vector<double> seconds;  // times of the decided rows, in any order
};

// Cactus plot: the number of rows decided within a time per row (logarithmic). Further right and down is better.
[[nodiscard]] std::string cactus_plot(const std::vector<Series>& all);

struct Point {
  std::string name;
  double before = 0;  // seconds
  double after = 0;
  bool remarkable = false;
};

// Scatter plot of time before against time after, both logarithmic. Points below the diagonal became faster.
[[nodiscard]] std::string scatter_plot(const std::vector<Point>& points);

}  // namespace parapet::bench
