// Printing with names; without them: to_string of logic/term.h.
#pragma once

#include <span>
#include <string>

#include "logic/term.h"

namespace parapet {

// `variables`: names of the variables of a template, by their number.
[[nodiscard]] std::string to_string(const TermArena& arena, TermId id, std::span<const std::string> variables);

}  // namespace parapet
