// Which types of processes (NOTE(counts)) may occur, by an over-approximation that looks at one process at a time.
//
// The types of a process form a graph. A type is initial if init's formula allows each of its values for a parameter. A transition has an
// edge from t to t' for a process x whose cells it assigns, if its guard allows each value of t for x, and t' has a value that the
// transition may assign where it assigns one, and the value of t elsewhere. Every type that a process has in a reachable state is reached
// in this graph; what relates a process to others and to variables is ignored. The result only chooses what is worth counting.
#pragma once

#include <cstddef>
#include <span>

#include "ld/program.h"

namespace parapet::le {

// Whether at most so many types over these arrays may occur.
[[nodiscard]] bool at_most_types_occur(const ld::Program& program, std::span<const SymbolId> arrays, std::size_t most);

}  // namespace parapet::le
