// Registers of a program: where along its program counter the value of a process's own plain array is still needed.
//
// A *register* is a plain array R that each process accesses at its own index only. The *program counter* is the plain enumerated array
// that processes write at their own index only and that most transitions test at the index of their actor. At a location l of the counter
//
//   R is live at l  iff  some transition that may fire at l reads R of its actor, or
//                        some transition that may fire at l does not overwrite it and leads to a location where R is live,
//
// the least solution. An unsafe formula reads R[z] at every location that it allows for z. Elsewhere R is *dead*: its value was left behind,
// and no later step depends on it. A lemma that needs it holds for want of examples. A name that nothing reads is an auxiliary (ghost) name that its author added for the proof: it is live everywhere.
//
// This only helps to choose lemmas. No verdict depends on it.
#pragma once

#include <vector>

#include "infer/views/vocabulary.h"
#include "le/system.h"

namespace parapet::search::views {

struct Registers {
  SymbolId counter;            // the program counter; invalid: the program has none
  std::vector<ValueSet> live;  // by symbol: locations; all of them for names that are no registers
};
[[nodiscard]] Registers find_registers(const le::System& system, const TermArena& arena);

// Proper names: process-valued names whose cells always hold a process or the value of a constant (check/proper.h has the argument, and
// decides on its own which names are). An obligation may be split by where such a pointer points; one that may hold any other value says
// nothing about a further process.

// The largest set of names such that init sets every cell of each to a process or a constant, and every assigned value is a process, a
// constant, or a cell of one of them.
[[nodiscard]] std::vector<SymbolId> proper_names(const le::System& system, const TermArena& arena);

}  // namespace parapet::search::views
