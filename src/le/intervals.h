// Intervals: which numbers the cells of each symbol of a numeric sort can hold in reachable states.
#pragma once

#include <vector>

#include "le/system.h"

namespace parapet::le {

// By symbol: an interval that contains every value its cells hold in any reachable state, in memory, in buffers and in reads. With `enabled`
// false, and for symbols of other sorts, it has no bounds.
[[nodiscard]] std::vector<Interval> intervals(const System& system, const TermArena& arena, bool enabled);

}  // namespace parapet::le
