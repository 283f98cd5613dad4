// Printing with names; without them: to_string of logic/term.h.
#pragma once

#include <span>
#include <string>

#include "logic/term.h"

namespace parapet {

// Fresh terms of sort Proc are the variables of a declaration, by their number.
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, std::span<const std::string> variables);

}  // namespace parapet
