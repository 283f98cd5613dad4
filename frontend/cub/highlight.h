// Syntax highlighting of a model's text.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/language.h"

namespace parapet::cub {

using frontend::Mark;

// The marks are in the order of the text and do not overlap; punctuation and parameters are not marked.
[[nodiscard]] std::vector<Mark> highlight(std::string_view text);

}  // namespace parapet::cub
