// Warnings: properties of a well-formed model that suggest a mistake.
//
//   never-fires   a transition whose guard no state satisfies
//   empty-unsafe  an unsafe formula that no state satisfies: SAFE is vacuous
//   empty-init    no state satisfies init: SAFE is vacuous
//   never-read    a name whose value nothing depends on
//   local-read    a weak read of a cell that only the reader itself writes
//   shared-plain  a plain name that several processes access, under a memory model that delays writes
//   no-effect     a store-store fence, under a memory model that keeps the order of writes
//   init-for-few  init has states for few processes only, fewer than the unsafe formulas name
//   atomic-step   a transition that reads one weak location and writes another, or writes several, in one step
//   atomic-read   a transition that reads several weak locations at one instant
//   open-at-init  a name that init does not mention and that an execution of the small instances reads before it is written
//   unfired       transitions that no execution of the small instances fires
//   unreached     a conjunct of an unsafe formula that no reachable state of the small instances satisfies
//   stuck         a state of the small instances in which no process can move, though the model does not expect it
//
// The first ones are proved: `never-fires`, `empty-unsafe`, `empty-init` and `init-for-few` come from the native decision procedure, and
// there is no warning where it does not decide. The last four are about the explored executions, and their text says which these are.
#pragma once

#include <vector>

#include "base/diagnostics.h"
#include "coverage/small_instances.h"
#include "le/system.h"

namespace parapet::lint {

// All warnings for the model, in the order of the kinds above. Builds terms in the arena of the system.
[[nodiscard]] std::vector<Diagnostic> find_warnings(const le::System& system, TermArena& arena);
// `open-at-init`, `unfired`, `unreached`, `stuck`; `known` are the warnings of find_warnings, which explain some of them.
[[nodiscard]] std::vector<Diagnostic> find_vacuous(const ld::Program& program, const coverage::SmallInstances& small,
                                                   const std::vector<Diagnostic>& known);

// The kinds that use the decision procedure (satisfiable.cpp), those that look at names only (names.cpp), and atomic steps (vacuity.cpp).
void find_empty(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);
void find_odd_names(const le::System& system, TermArena& arena, std::vector<Diagnostic>& out);
void find_atomic_steps(const ld::Program& program, std::vector<Diagnostic>& out);

}  // namespace parapet::lint
