// Order relations between two numeric terms that a conjunction implies.
//
// Cubes of counting protocols pile up constants: `Timer + 3*Tick = Stamp[z0] && Tick >= 1`, one more at every step. Their invariants are
// made of plain comparisons: Stamp[z0] <= Timer. So the comparisons that a cube implies are offered to the approximation beside its own
// literals.
#pragma once

#include <vector>

#include "logic/term.h"

namespace parapet::search {

// Literals `a <= b` and `a < b` between leaves, or a leaf and 0 or its bound, each implied by one of the literals and the bounds that
// others give single leaves.
[[nodiscard]] std::vector<TermId> implied_order(TermArena& arena, const std::vector<TermId>& literals);

}  // namespace parapet::search
