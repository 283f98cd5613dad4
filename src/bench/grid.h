// A table of text cells, and its output formats.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace parapet::bench {

enum class Style : std::uint8_t { Text, Markdown, Csv, Latex };

struct GridColumn {
  std::string key;    // heading in CSV
  std::string title;  // heading in the other formats
  bool number = false;
};

struct Grid {
  std::string title;  // empty: none; not in CSV
  std::vector<GridColumn> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as columns
};

[[nodiscard]] std::string render(const Grid& raw, Style style);

}  // namespace parapet::bench
