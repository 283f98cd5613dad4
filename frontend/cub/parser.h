// The parser: from the text of a model to its parse tree.
#pragma once

#include <string_view>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "frontend/cub/syntax.h"

namespace parapet::cub {

// The text must outlive the result. A declaration with a syntax error is reported and left out; all others are in the result.
[[nodiscard]] Syntax parse(std::string_view text, Diagnostics& diagnostics, Budget* budget = nullptr);

}  // namespace parapet::cub
