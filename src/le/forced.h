// Variables that a conjunction equates with a process.
#pragma once

#include <vector>

#include "le/system.h"

namespace parapet::le {

// The terms that the literals equate with the variable and that denote the same process in every state of an execution: `#n`, and plain
// variables that no transition assigns. Each occurs once, `#n` first.
[[nodiscard]] std::vector<TermId> forced_values(const System& system, const TermArena& arena, const Conjunction& literals, TermId variable);

// The terms that both lists have, in the order of the first.
[[nodiscard]] std::vector<TermId> in_both(std::vector<TermId> a, const std::vector<TermId>& b);

// Terms for the acting process of every firing of the transition, by the guard of this disjunct; empty if it is not fixed, or there is no
// acting process.
[[nodiscard]] std::vector<TermId> forced_actors(const System& system, TermArena& arena, const Transition& transition);

// The conjuncts of a formula, if it is a conjunction; else the formula itself.
[[nodiscard]] Conjunction conjuncts_of(const TermArena& arena, TermId formula);
// The parameter or constant t of a conjunct `variable = t`, the first one; invalid if there is none. `bound`: variables that are no
// parameters.
[[nodiscard]] TermId equated(TermArena& arena, const Conjunction& conjuncts, TermId variable, const std::vector<Variable>& bound);

// Whether the term denotes the acting process: it is its variable, or a `#n` that the guard equates with it.
[[nodiscard]] bool is_actor(TermId term, TermId actor, const std::vector<TermId>& forced);

}  // namespace parapet::le
