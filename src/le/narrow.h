// Narrowing: which constructors the cells of each symbol of an enumeration can hold in reachable states.
#pragma once

#include <cstdint>
#include <vector>

#include "le/system.h"

namespace parapet::le {

// By symbol: a set of constructors that contains every value its cells hold in any reachable state, in memory, in buffers and in reads.
// With `enabled` false, and for symbols of other sorts, every bit is set.
[[nodiscard]] std::vector<std::uint64_t> narrow(const System& system, const TermArena& arena, bool enabled);

}  // namespace parapet::le
