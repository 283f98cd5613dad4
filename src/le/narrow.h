// Narrowing: which constructors the cells of each symbol of an enumeration can hold in reachable states.
#pragma once

#include <cstdint>
#include <vector>

#include "le/system.h"

namespace parapet::le {

// By symbol: a set of constructors that contains every value its cells hold in any reachable state, in memory, in buffers and in reads.
// With `enabled` false, and for symbols of other sorts, every bit is set.
[[nodiscard]] std::vector<std::uint64_t> narrow(const System& system, const TermArena& arena, bool enabled);

// Whether a clause of init about this cell ranges over every cell of its symbol: the indices of the cell are different variables, and all
// variables of the clause may coincide.
[[nodiscard]] bool says_all_cells(const TermArena& arena, const InitClause& clause, TermId cell);

}  // namespace parapet::le
