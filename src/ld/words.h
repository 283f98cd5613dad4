// What a model's text and its JSON both call the parts of a formula.
#pragma once

#include <string_view>

#include "ld/program.h"

namespace parapet::ld {

// "=", "<>", "<", ...
[[nodiscard]] std::string_view symbol_of(Comparison comparison);
// "forall", "exists_other", ...; empty where the formula is not quantified.
[[nodiscard]] std::string_view quantifier_of(Formula::Kind kind);

}  // namespace parapet::ld
