// A table of texts, in the formats it can be printed in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace parapet::bench {

enum class Style : std::uint8_t { Text, Markdown, Csv, Latex };

struct GridColumn {
  std::string key;    // for CSV
  std::string title;  // for readers
  bool number = false;
};

struct Grid {
  std::vector<GridColumn> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as columns
};

[[nodiscard]] std::string render(const Grid& raw, Style style);

}  // namespace parapet::bench
