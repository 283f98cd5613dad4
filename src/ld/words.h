// Names of operators and quantifiers, as they are in the text of a model and in its JSON.
#pragma once

#include <string_view>

#include "ld/program.h"

namespace parapet::ld {

// "=", "<>", "<", ...
[[nodiscard]] std::string_view symbol_of(Comparison comparison);
// "forall", "exists_other", ...; empty if the formula is not a quantifier.
[[nodiscard]] std::string_view quantifier_of(Formula::Kind kind);

}  // namespace parapet::ld
