// Parameters that a guard equates with a process fixed for the whole execution.
#pragma once

#include <vector>

#include "le/system.h"

namespace parapet::le {

// The terms that the literals equate with the variable and that denote one and the same process in every state: `#n`, and plain variables
// that no transition assigns. Each once, `#n` first.
[[nodiscard]] std::vector<TermId> forced_values(const System& system, const TermArena& arena, const Conjunction& literals, TermId variable);

// Those that both lists have, in the order of the first.
[[nodiscard]] std::vector<TermId> in_both(std::vector<TermId> a, const std::vector<TermId>& b);

// The processes that act in every firing of the transition, by the guard of this disjunct; empty: not known, or nobody acts.
[[nodiscard]] std::vector<TermId> forced_actors(const System& system, TermArena& arena, const Transition& transition);

// The term is the acting process: its variable, or a `#n` that it is forced to be.
[[nodiscard]] bool is_actor(TermId term, TermId actor, const std::vector<TermId>& forced);

}  // namespace parapet::le
