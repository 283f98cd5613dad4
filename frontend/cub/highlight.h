// What the parts of a model's text are, for colouring it.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/language.h"

namespace parapet::cub {

using frontend::Mark;

// In order of place, without overlaps; punctuation and parameters are not marked.
[[nodiscard]] std::vector<Mark> highlight(std::string_view text);

}  // namespace parapet::cub
