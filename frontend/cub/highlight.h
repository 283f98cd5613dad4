// What the parts of a model's text are, for colouring it.
#pragma once

#include <string_view>
#include <vector>

#include "base/source.h"

namespace parapet::cub {

struct Mark {
  SourceRange range;
  std::string_view kind;  // "comment", "keyword", "name", "number", "process"
};

// In order of place, without overlaps; punctuation and parameters are not marked.
[[nodiscard]] std::vector<Mark> highlight(std::string_view text);

}  // namespace parapet::cub
