// Warnings: properties of a well-formed model that suggest a mistake.
//
//   never-fires   a transition whose guard no state satisfies
//   empty-unsafe  an unsafe formula that no state satisfies: SAFE is vacuous
//   empty-init    no state satisfies init: SAFE is vacuous
//   never-read    a name whose value nothing depends on
//   local-read    a weak read of a cell that only the reader itself writes
//   shared-plain  a plain name that several processes access, under a memory model that delays writes
//   no-effect     a store-store fence, under a memory model that keeps the order of writes
//
// Every warning is proved, not guessed: `never-fires`, `empty-unsafe` and `empty-init` come from the native decision procedure, and there
// is no warning where it does not decide.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "le/system.h"

namespace parapet::lint {

// All warnings for the model, in the order of the kinds above. Builds terms in the arena of the system.
[[nodiscard]] std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena);

// The kinds that use the decision procedure (satisfiable.cpp), and those that look at names only (names.cpp).
void find_empty(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);
void find_odd_names(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);

}  // namespace parapet::lint
