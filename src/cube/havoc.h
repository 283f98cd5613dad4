// Quantifier elimination for the value of a havoc assignment.
#pragma once

#include <vector>

#include "logic/term.h"

namespace parapet::search {

// Conjunctions, none of which has the Fresh term `value`, whose disjunction is: exists value. literals.
// Where that is not expressible (integers with coefficients other than 1), a conjunction keeps the value: it then stands for some number.
[[nodiscard]] std::vector<std::vector<TermId>> eliminate(TermArena& arena, const std::vector<TermId>& literals, TermId value);

}  // namespace parapet::search
