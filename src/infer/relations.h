// Order relations between two numeric terms that a conjunction implies.
//
// Cubes of counting protocols accumulate constants, one more at every pre-image: `Timer + 3*Tick = Stamp[z0] && Tick >= 1`. Their
// invariants are simple comparisons: Stamp[z0] <= Timer. So the approximation generalizes the literals of a cube together with the
// comparisons that the cube implies.
#pragma once

#include <vector>

#include "infer/generalize.h"
#include "logic/term.h"

namespace parapet::search {

// Literals `a <= b` and `a < b`, where a and b are leaves, or one is a leaf and the other 0 or its bound. Each is implied by one of the
// literals together with the bounds that other literals put on single leaves.
[[nodiscard]] std::vector<TermId> implied_order(TermArena& arena, const std::vector<TermId>& literals);

// Candidates that no cube suggests: relations between two numbers that no explored state satisfies, alone or together with the control
// locations of the processes involved.
//
// The cubes of a ticket lock never contain the literal of its invariant (two waiting processes hold the same ticket): every pre-image adds
// another process and another comparison. Such candidates are offered when cubes have more processes than the instance.

// Conjunctions over z0 and z1, simplest first; at most `most`.
[[nodiscard]] std::vector<Generalization> relation_candidates(Context& context, Generalizer& generalizer, std::uint32_t variables,
                                                              std::size_t most);

}  // namespace parapet::search
