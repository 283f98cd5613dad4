// A plain name is *owned* if each of its cells is accessed by one process only: then no other process observes when it is accessed.
// *Shared* = written by some transition, and not owned. A name is owned in one of two ways:
//   by position   one of its index positions holds the acting process in every access of every transition;
//   by a process  every transition that accesses it belongs to the same fixed process, whichever cells it accesses.
// Both are about the acting process, however the text denotes it: if every disjunct of the guard has `p = #1`, an index #1 is the acting
// process p; if every disjunct has `p = Server` for a variable Server that no transition assigns, all such transitions belong to one
// process. If one disjunct lacks the equation, another process may fire the transition, so nothing is forced.
//
// Positions are computed as a greatest fixpoint. Every position of every plain array starts as a candidate. A transition with acting
// process p removes the positions where one of its accesses has an index other than p. For a transition without acting process, its
// parameter p is inferred as the acting process if every name it accesses that still has a candidate can keep one with p in it; a
// transition without inferred acting process removes all positions of the names it accesses. Fixed processes come after that, with one more
// rule: p is inferred as the acting process if p is forced to be the only process that accesses one of the names of the transition. An
// access is any occurrence: in guards (quantified variables are other processes), `let`s, conditions, values, targets; where a conjunct says
// `x = p`, an index x of the other conjuncts is p.
//
// An unsafe formula with weak reads is evaluated after all firings of the processes it mentions. The owner of a cell owned by position is
// one of its indices, so it is mentioned. A fixed process need not be mentioned: UnsafeCube::owners adds it if it is a `#n`; a process that
// is known only as the value of a variable is not taken as the owner of a name that occurs in such a formula.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "le/passes.h"

namespace parapet::le {
namespace {

bool is_assigned(const System& system, SymbolId symbol) {
  return std::any_of(system.updates.begin(), system.updates.end(), [&](const std::vector<Update>& updates) {
    return std::any_of(updates.begin(), updates.end(), [&](const Update& update) { return update.symbol == symbol; });
  });
}

}  // namespace

std::vector<TermId> forced_values(const System& system, const TermArena& arena, const Conjunction& literals, TermId variable) {
  std::vector<TermId> found;
  for (const TermId literal : literals) {
    if (arena.op(literal) != Op::Equal) continue;
    const auto args = arena.args(literal);
    if (args[0] != variable && args[1] != variable) continue;
    const TermId other = args[args[0] == variable ? 1 : 0];
    const bool constant = arena.op(other) == Op::ProcessConst;
    const bool fixed = arena.op(other) == Op::Cell && arena.args(other).empty() && !arena.signature()[arena.symbol(other)].weak &&
                       !is_assigned(system, arena.symbol(other));
    if (constant || fixed) found.insert(constant ? found.begin() : found.end(), other);
  }
  return found;
}

std::vector<TermId> in_both(std::vector<TermId> a, const std::vector<TermId>& b) {
  std::erase_if(a, [&](TermId term) { return std::find(b.begin(), b.end(), term) == b.end(); });
  return a;
}

std::vector<TermId> forced_actors(const System& system, TermArena& arena, const Transition& transition) {
  if (!transition.actor) return {};
  return forced_values(system, arena, transition.guard, arena.variable(transition.parameters[*transition.actor]));
}

Conjunction conjuncts_of(const TermArena& arena, TermId formula) {
  if (arena.op(formula) != Op::And) return {formula};
  return {arena.args(formula).begin(), arena.args(formula).end()};
}

TermId equated(TermArena& arena, const Conjunction& conjuncts, TermId variable, const std::vector<Variable>& bound) {
  const auto is_bound = [&](TermId term) {
    return std::any_of(bound.begin(), bound.end(), [&](Variable v) { return arena.variable(v) == term; });
  };
  for (const TermId conjunct : conjuncts) {
    if (arena.op(conjunct) != Op::Equal) continue;
    const TermId a = arena.args(conjunct)[0];
    const TermId b = arena.args(conjunct)[1];
    const TermId other = a == variable ? b : (b == variable ? a : TermId());
    if (!other.valid() || is_bound(other)) continue;
    if (arena.op(other) == Op::Variable || arena.op(other) == Op::ProcessConst) return other;
  }
  return {};
}

bool is_actor(TermId term, TermId actor, const std::vector<TermId>& forced) {
  return actor.valid() && (term == actor || std::find(forced.begin(), forced.end(), term) != forced.end());
}

namespace {

using Positions = std::vector<std::vector<bool>>;  // by symbol and index position: still a candidate

struct Touch {
  SymbolId symbol;
  std::vector<TermId> indices;
  friend bool operator<(const Touch& a, const Touch& b) { return std::tie(a.symbol, a.indices) < std::tie(b.symbol, b.indices); }
};

void collect_cells(const TermArena& arena, TermId formula, std::set<Touch>& out) {
  each_atom(arena, formula, [&](TermId atom) {
    each_subterm(arena, atom, [&](TermId term) {
      if (arena.op(term) == Op::Cell) out.insert({arena.symbol(term), {arena.args(term).begin(), arena.args(term).end()}});
    });
  });
}

// The cells of a conjunction, and of a value that is used only where the conjunction holds (invalid: none). Where a conjunct is `x = t`, x a
// bound variable and t a parameter or constant, the other conjuncts and the value matter only for x = t: A[x] is an access of A[t]. (Only
// conjuncts count: in `x = t || F` the formula F matters for every x.) The formulas themselves stay as they are, for search and checker.
void collect_where_it_holds(TermArena& arena, Conjunction conjuncts, TermId value, const std::vector<Variable>& bound,
                            std::set<Touch>& out) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Variable v : bound) {
      const TermId variable = arena.variable(v);
      const TermId process = equated(arena, conjuncts, variable, bound);
      if (!process.valid()) continue;
      changed = true;  // no conjunct has the variable any more
      const auto replace = [&](TermId leaf) { return leaf == variable ? process : leaf; };
      for (TermId& conjunct : conjuncts) conjunct = arena.rewrite(conjunct, replace);
      if (value.valid()) value = arena.rewrite(value, replace);
    }
  }
  for (const TermId conjunct : conjuncts) collect_cells(arena, conjunct, out);
  if (value.valid()) collect_cells(arena, value, out);
}

// The accesses of a whole LD transition: of all its disjuncts, its `let`s and its updates.
struct Touches {
  std::set<Touch> read, written;

  template <class Visit>
  void each(const Visit& visit) const {
    for (const auto* set : {&read, &written}) std::for_each(set->begin(), set->end(), visit);
  }
};

std::vector<Touches> collect_touches(const System& system, TermArena& arena) {
  std::vector<Touches> all(system.updates.size());
  for (const Transition& t : system.transitions) {
    for (const TermId literal : t.guard) collect_cells(arena, literal, all[t.source].read);
    for (const Universal& u : t.universals) {
      std::vector<Variable> bound;
      for (const Universal::Bound& b : u.bound) bound.push_back(b.variable);
      for (const Conjunction& c : u.disjuncts) collect_where_it_holds(arena, c, {}, bound, all[t.source].read);
    }
  }
  for (std::size_t k = 0; k < system.updates.size(); ++k) {
    for (const TermId value : system.lets[k]) collect_cells(arena, value, all[k].read);
    for (const Update& update : system.updates[k]) {
      const bool writes =
          std::any_of(update.branches.begin(), update.branches.end(), [](const Branch& b) { return b.kind != Branch::Kind::Keep; });
      if (!writes) continue;
      all[k].written.insert({update.symbol, update.target});
      for (const Branch& branch : update.branches) {
        const TermId value = branch.kind == Branch::Kind::Set ? branch.value : TermId();
        collect_where_it_holds(arena, conjuncts_of(arena, branch.condition), value, update.bound, all[k].read);
      }
    }
  }
  return all;
}

class Owners {
 public:
  Owners(System& system, TermArena& arena)
      : system_(system), arena_(arena), touches_(collect_touches(system, arena)), actors_(touches_.size()) {
    for (const Symbol& symbol : arena.signature().symbols()) positions_.emplace_back(symbol.arity, !symbol.weak && !symbol.constant);
  }

  void run() {
    find_positions();
    find_fixed_processes();
    mark_shared();
    for (Transition& t : system_.transitions) {
      if (!t.actor) t.actor = actors_[t.source];
      const auto& read = touches_[t.source].read;
      const auto shared = std::find_if(read.begin(), read.end(), [&](const Touch& touch) { return system_.shared[touch.symbol.index()]; });
      if (shared != read.end()) t.shared_read = shared->symbol;
    }
    for (UnsafeCube& unsafe : system_.unsafes) unsafe.owners = owners_of(unsafe);
  }

 private:
  TermId variable(Variable v) { return arena_.variable(v); }

  // The terms that every disjunct of the transition equates with the parameter (forced_values).
  [[nodiscard]] const std::vector<TermId>& forced(std::size_t source, Variable parameter) {
    const auto [at, first] = forced_.try_emplace({source, parameter});
    if (!first) return at->second;
    bool some = false;
    for (const Transition& t : system_.transitions) {
      if (t.source != source) continue;
      auto here = forced_values(system_, arena_, t.guard, variable(parameter));
      at->second = some ? in_both(std::move(at->second), here) : std::move(here);
      some = true;
    }
    return at->second;
  }

  [[nodiscard]] bool has_position(SymbolId symbol) const {
    const auto& positions = positions_[symbol.index()];
    return std::find(positions.begin(), positions.end(), true) != positions.end();
  }

  void find_positions() {
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      actors_[k] = system_.program->transitions[k].actor;
      if (actors_[k]) strike(k, actors_[k]);
    }
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (system_.program->transitions[k].actor) continue;
      actors_[k] = infer(k);
      strike(k, actors_[k]);
    }
    // A later transition may have removed the positions from which an acting process was inferred.
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      bool owned = false;
      touches_[k].each([&](const Touch& touch) { owned = owned || has_position(touch.symbol); });
      if (!system_.program->transitions[k].actor && !owned) actors_[k].reset();
    }
  }

  void strike(std::size_t source, std::optional<Variable> acting) {
    const TermId actor = acting ? variable(*acting) : TermId();
    const std::vector<TermId> same = acting ? forced(source, *acting) : std::vector<TermId>();
    touches_[source].each([&](const Touch& touch) {
      for (std::size_t k = 0; k < touch.indices.size(); ++k) {
        if (!is_actor(touch.indices[k], actor, same)) positions_[touch.symbol.index()][k] = false;
      }
    });
  }

  std::optional<Variable> infer(std::size_t source) {
    bool owns_something = false;
    for (Variable p = 0; p < system_.program->transitions[source].parameters; ++p) {
      const Positions saved = positions_;
      strike(source, p);
      bool all = true;
      touches_[source].each([&](const Touch& touch) {
        const auto& before = saved[touch.symbol.index()];
        if (std::find(before.begin(), before.end(), true) == before.end()) return;
        owns_something = true;
        all = all && has_position(touch.symbol);
      });
      positions_ = saved;
      if (all && owns_something) return p;
    }
    return std::nullopt;
  }

  // The fixed process that is the only one to access the symbol, as terms, considering transitions with an acting process only.
  struct Sole {
    bool touched = false;
    std::vector<TermId> processes;
  };

  void find_fixed_processes() {
    sole_.assign(arena_.signature().symbols().size(), {});
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (actors_[k]) restrict(k, forced(k, *actors_[k]));
    }
    std::vector<std::size_t> inferred;
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (actors_[k]) continue;
      actors_[k] = infer_fixed(k);
      if (actors_[k]) inferred.push_back(k);
      restrict(k, actors_[k] ? forced(k, *actors_[k]) : std::vector<TermId>());
    }
    system_.owners.assign(sole_.size(), TermId());
    for (std::size_t s = 0; s < sole_.size(); ++s) {
      const Symbol& symbol = arena_.signature().symbols()[s];
      if (symbol.weak || symbol.constant || has_position(SymbolId(s)) || sole_[s].processes.empty()) continue;
      const TermId process = sole_[s].processes.front();
      if (arena_.op(process) == Op::ProcessConst || !is_watched(SymbolId(s))) system_.owners[s] = process;
    }
    for (const std::size_t k : inferred) {
      bool owned = false;
      touches_[k].each([&](const Touch& touch) { owned = owned || system_.owners[touch.symbol.index()].valid(); });
      if (!owned) actors_[k].reset();
    }
  }

  void restrict(std::size_t source, const std::vector<TermId>& processes) {
    touches_[source].each([&](const Touch& touch) {
      Sole& sole = sole_[touch.symbol.index()];
      sole.processes = sole.touched ? in_both(std::move(sole.processes), processes) : processes;
      sole.touched = true;
    });
  }

  std::optional<Variable> infer_fixed(std::size_t source) {
    for (Variable p = 0; p < system_.program->transitions[source].parameters; ++p) {
      bool owner = false;
      touches_[source].each([&](const Touch& touch) {
        const bool open = !arena_.signature()[touch.symbol].constant && !has_position(touch.symbol);
        owner = owner || (open && !in_both(sole_[touch.symbol.index()].processes, forced(source, p)).empty());
      });
      if (owner) return p;
    }
    return std::nullopt;
  }

  // Whether the symbol occurs in an unsafe formula with weak reads.
  [[nodiscard]] bool is_watched(SymbolId symbol) const {
    return std::any_of(system_.unsafes.begin(), system_.unsafes.end(),
                       [&](const UnsafeCube& unsafe) { return has_read(arena_, unsafe) && symbols_of(unsafe).contains(symbol); });
  }

  [[nodiscard]] std::set<SymbolId> symbols_of(const UnsafeCube& unsafe) const {
    std::set<Touch> cells;
    for (const TermId literal : unsafe.literals) collect_cells(arena_, literal, cells);
    std::set<SymbolId> symbols;
    for (const Touch& cell : cells) symbols.insert(cell.symbol);
    return symbols;
  }

  [[nodiscard]] std::vector<TermId> owners_of(const UnsafeCube& unsafe) const {
    std::set<TermId> owners;
    for (const SymbolId symbol : symbols_of(unsafe)) {
      if (const TermId owner = system_.owners[symbol.index()]; owner.valid() && arena_.op(owner) == Op::ProcessConst) owners.insert(owner);
    }
    return {owners.begin(), owners.end()};
  }

  void mark_shared() {
    const auto& symbols = arena_.signature().symbols();
    system_.shared.assign(symbols.size(), false);
    for (const Touches& touches : touches_) {
      for (const Touch& touch : touches.written) {
        const bool owned = has_position(touch.symbol) || system_.owners[touch.symbol.index()].valid();
        if (!symbols[touch.symbol.index()].weak && !owned) system_.shared[touch.symbol.index()] = true;
      }
    }
  }

  System& system_;
  TermArena& arena_;
  std::vector<Touches> touches_;
  std::vector<std::optional<Variable>> actors_;  // by LD transition: written or inferred
  std::map<std::pair<std::size_t, Variable>, std::vector<TermId>> forced_;
  Positions positions_;
  std::vector<Sole> sole_;  // by symbol
};

}  // namespace

void find_owners(System& system, TermArena& arena) { Owners(system, arena).run(); }

}  // namespace parapet::le
