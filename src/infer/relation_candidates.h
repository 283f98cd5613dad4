// Candidates that no cube suggests: relations between two numbers that no explored state satisfies, alone or together with the control
// locations of the processes involved.
//
// The cubes of a ticket lock never contain the literal of its invariant (two waiting processes hold the same ticket): every pre-image adds
// another process and another comparison. Such candidates are offered when cubes have more processes than the instance.
#pragma once

#include <vector>

#include "infer/generalize.h"

namespace parapet::search {

// Conjunctions over z0 and z1, simplest first; at most `most`.
[[nodiscard]] std::vector<Generalization> relation_candidates(Context& context, Generalizer& generalizer, std::uint32_t variables,
                                                              std::size_t most);

}  // namespace parapet::search
