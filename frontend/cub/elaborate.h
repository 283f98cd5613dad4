// Elaboration: from the parse tree to a typed program. Names are resolved, predicates and `let` are expanded, terms are made linear, and
// the static rules of the language are checked.
#pragma once

#include <optional>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "frontend/cub/syntax.h"
#include "ld/program.h"

namespace parapet::cub {

// Nothing if `diagnostics` has errors, found here or earlier.
[[nodiscard]] std::optional<ld::Program> elaborate(const Syntax& syntax, Diagnostics& diagnostics, Budget* budget = nullptr);

}  // namespace parapet::cub
