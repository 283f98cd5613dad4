// The passes of the translation (translate.cpp), in the order in which they run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ld/program.h"
#include "le/system.h"

namespace parapet::le {

// The init formula as clauses (init.cpp).

// Sets System::init and System::init_counts_processes.
void translate_init(const ld::Init& init, TermArena& arena, System& system);

// Variables that a conjunction equates with a process (ownership.cpp).

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

// Ownership: which processes access which plain names, and the inferred acting process of transitions that name none (ownership.cpp).

// Sets Transition::actor where it can be inferred, Transition::shared_read, System::shared, System::owners and UnsafeCube::owners.
void find_owners(System& system, TermArena& arena);

// Lateness: which firings can execute while writes of their process are still buffered, and for which systems each engine is exact
// (lateness.cpp).

// Sets Transition::late (an over-approximation). Acting processes and shared names must be known.
void find_late(System& system, TermArena& arena);

// Why the timeline engine is not exact: `transition` writes the shared plain name `symbol` while the write of the LD transition `buffered`
// (possibly `transition` itself) may not have reached memory.
struct SharedWrite {
  SymbolId symbol;
  std::uint32_t transition = 0;
  std::uint32_t buffered = 0;
};

// The first such write, in file order; none if the timeline engine is exact on this system.
[[nodiscard]] std::optional<SharedWrite> find_shared_write(const System& system, TermArena& arena);

// Why the event engine is not exact: `transition` reads or writes the shared plain name `symbol` while the write of the LD transition
// `buffered` (possibly `transition` itself) to the weak `location`, which several processes write, may not have reached memory.
struct SharedTouch {
  SymbolId symbol;
  std::uint32_t transition = 0;
  SymbolId location;
  std::uint32_t buffered = 0;
};

// The first such access, in file order; none if the event engine is exact on this system.
[[nodiscard]] std::optional<SharedTouch> find_shared_touch(const System& system, TermArena& arena);

// Sets System::ordered_by_commit. The kinds of firings must be known.
void find_ordered_by_commit(System& system, TermArena& arena);

// Narrowing: which values the cells of each symbol can hold in reachable states (narrowing.cpp).

// By symbol: a set of constructors that contains every value its cells hold in any reachable state, in memory, in buffers and in reads.
// With `enabled` false, and for symbols of other sorts, every bit is set.
[[nodiscard]] std::vector<std::uint64_t> narrow(const System& system, const TermArena& arena, bool enabled);

// Whether a clause of init about this cell ranges over every cell of its symbol: the indices of the cell are different variables, and all
// variables of the clause may coincide.
[[nodiscard]] bool says_all_cells(const TermArena& arena, const Clause& clause, TermId cell);

// By symbol: an interval that contains every value its cells hold in any reachable state, in memory, in buffers and in reads. With `enabled`
// false, and for symbols of other sorts, it has no bounds.
[[nodiscard]] std::vector<Interval> intervals(const System& system, const TermArena& arena, bool enabled);

}  // namespace parapet::le
