// Candidates that no cube suggests: relations between two numbers that no explored state satisfies, alone or together with what the control
// of the processes involved is.
//
// The cubes of a ticket lock never mention the literal its invariant is made of (two waiting processes hold the same ticket): every step
// back brings one more process and one more comparison. Such invariants are offered when the cubes outgrow the instance.
#pragma once

#include <vector>

#include "search/guess/generalize.h"

namespace parapet::search {

// Conjunctions over z0 and z1, simplest first; at most `most`.
[[nodiscard]] std::vector<Generalization> relation_candidates(Context& context, Generalizer& generalizer, std::uint32_t variables,
                                                              std::size_t most);

}  // namespace parapet::search
