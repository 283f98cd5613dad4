// Proper names: process-valued names whose cells always hold a process or the value of a constant (check/proper.h has the argument, and
// decides on its own which names are). An obligation may be split by where such a pointer points; one that may hold any other value says
// nothing about a further process.
#pragma once

#include <vector>

#include "le/system.h"

namespace parapet::search::views {

// The largest set of names such that init sets every cell of each to a process or a constant, and every assigned value is a process, a
// constant, or a cell of one of them.
[[nodiscard]] std::vector<SymbolId> proper_names(const le::System& system, const TermArena& arena);

}  // namespace parapet::search::views
