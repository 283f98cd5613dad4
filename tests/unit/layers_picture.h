// The layers of tests/layers.txt as a picture: docs/pictures/layers.svg, which ARCHITECTURE.md shows.
#pragma once

#include <string>
#include <vector>

namespace parapet::test {

// A `layer` line: a folder and the folders that it names as what it builds on.
struct Layer {
  std::string folder;
  std::vector<std::string> builds_on;
};

// One box per layer, each above all that it builds on, and an arrow for each layer that it builds on unless another arrow leads there
// already. The same lines give the same bytes: positions are integers, and ties are broken by the order of the lines.
[[nodiscard]] std::string layers_picture(const std::vector<Layer>& layers);

}  // namespace parapet::test
