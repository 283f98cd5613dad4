// The parse tree to a typed program: names resolved, predicates and `let` expanded, terms linear, the static rules checked.
#pragma once

#include <optional>

#include "base/budget.h"
#include "base/diagnostics.h"
#include "frontend/cub/syntax.h"
#include "ld/program.h"

namespace parapet::cub {

// Nothing if `diagnostics` has errors, of this step or of an earlier one.
[[nodiscard]] std::optional<ld::Program> elaborate(const Syntax& syntax, Diagnostics& diagnostics, Budget* budget = nullptr);

}  // namespace parapet::cub
