// Warnings: a model that is well formed, but perhaps not what its author means.
//
//   never-fires   a transition whose guard no state satisfies
//   empty-unsafe  an unsafe formula that no state satisfies: SAFE says nothing
//   empty-init    init contradicts itself: there is no system to speak of
//   never-read    a name whose value nothing depends on
//   local-read    a weak read whose value only the reader itself ever writes
//   shared-plain  a plain name that several processes touch, beside a memory model that delays writes
//
// Every one is a proof, not a guess: `never-fires` and the two `empty-` come from our own decision procedure, and what it does not decide
// is not warned about.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "le/system.h"

namespace parapet::lint {

// Of the whole model, in order of kind. Builds terms in the arena of the system.
[[nodiscard]] std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena);

// The kinds that ask the solver (satisfiable.cpp), and those that look at names only (names.cpp).
void find_empty(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);
void find_odd_names(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);

}  // namespace parapet::lint
