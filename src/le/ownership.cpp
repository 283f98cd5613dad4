// A plain name is *owned* if one of its index positions holds the acting process in every access of every transition: then its cells are
// private to that process, and when exactly they are touched, relative to other processes, cannot be observed. *Shared* = written by some
// transition, and not owned.
//
// Computed as the greatest fixpoint: start with every position of every plain array as a candidate; transitions with an acting process p
// strike out the positions where an access has another index than p. A transition without acting process acts for its parameter p if every
// name that still has a candidate, among those it touches, can keep one with p in it; a transition that acts for nobody strikes out all
// positions of what it touches. A touch is any occurrence: guards (quantified variables are other processes), conditions, values, targets.
#include "le/ownership.h"

#include <algorithm>
#include <vector>

namespace parapet::le {
namespace {

using Positions = std::vector<std::vector<bool>>;  // by symbol, by index position: may be the owner's

struct Touch {
  SymbolId symbol;
  std::vector<TermId> indices;
};

void collect_cells(const TermArena& arena, TermId term, std::vector<Touch>& out) {
  if (arena.op(term) == Op::Cell) out.push_back({arena.symbol(term), {arena.args(term).begin(), arena.args(term).end()}});
  for (const TermId arg : arena.args(term)) collect_cells(arena, arg, out);
}

struct Touches {
  std::vector<Touch> read, written;
};

// Of the whole LD transition: all its disjuncts, and its updates.
std::vector<Touches> collect_touches(const System& system, const TermArena& arena) {
  std::vector<Touches> all(system.updates.size());
  for (const Transition& t : system.transitions) {
    for (const TermId literal : t.guard) collect_cells(arena, literal, all[t.source].read);
    for (const Universal& u : t.universals) {
      for (const Conjunction& c : u.disjuncts) {
        for (const TermId literal : c) collect_cells(arena, literal, all[t.source].read);
      }
    }
  }
  for (std::size_t k = 0; k < system.updates.size(); ++k) {
    for (const TermId value : system.lets[k]) collect_cells(arena, value, all[k].read);
    for (const Update& update : system.updates[k]) {
      const bool writes =
          std::any_of(update.branches.begin(), update.branches.end(), [](const Branch& b) { return b.kind != Branch::Kind::Keep; });
      if (!writes) continue;
      all[k].written.push_back({update.symbol, update.target});
      for (const Branch& branch : update.branches) {
        if (branch.condition.valid()) collect_cells(arena, branch.condition, all[k].read);
        if (branch.kind == Branch::Kind::Set) collect_cells(arena, branch.value, all[k].read);
      }
    }
  }
  return all;
}

class Owners {
 public:
  Owners(System& system, TermArena& arena) : system_(system), arena_(arena), touches_(collect_touches(system, arena)) {
    for (const Symbol& symbol : arena.signature().symbols()) positions_.emplace_back(symbol.arity, !symbol.weak && !symbol.constant);
  }

  void run() {
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (const auto actor = system_.program->transitions[k].actor) strike(touches_[k], variable(*actor));
    }
    std::vector<std::optional<Variable>> inferred(touches_.size());
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (system_.program->transitions[k].actor) continue;
      inferred[k] = infer(k);
      strike(touches_[k], inferred[k] ? variable(*inferred[k]) : TermId());
    }
    for (std::size_t k = 0; k < touches_.size(); ++k) {
      if (inferred[k] && !touches_owned(touches_[k])) inferred[k].reset();
    }
    mark_shared();
    for (Transition& t : system_.transitions) {
      if (!t.actor) t.actor = inferred[t.source];
      const auto& read = touches_[t.source].read;
      const auto shared = std::find_if(read.begin(), read.end(), [&](const Touch& touch) { return system_.shared[touch.symbol.index()]; });
      if (shared != read.end()) t.shared_read = shared->symbol;
    }
  }

 private:
  TermId variable(Variable v) { return arena_.fresh(v, Signature::proc); }

  [[nodiscard]] bool has_candidate(SymbolId symbol) const {
    const auto& positions = positions_[symbol.index()];
    return std::find(positions.begin(), positions.end(), true) != positions.end();
  }

  // What a transition acts for may have been struck out by a later one.
  [[nodiscard]] bool touches_owned(const Touches& touches) const {
    const auto owned = [&](const Touch& touch) { return has_candidate(touch.symbol); };
    return std::any_of(touches.read.begin(), touches.read.end(), owned) ||
           std::any_of(touches.written.begin(), touches.written.end(), owned);
  }

  void strike(const Touches& touches, TermId actor) {
    for (const auto* list : {&touches.read, &touches.written}) {
      for (const Touch& touch : *list) {
        for (std::size_t k = 0; k < touch.indices.size(); ++k) {
          if (touch.indices[k] != actor) positions_[touch.symbol.index()][k] = false;
        }
      }
    }
  }

  std::optional<Variable> infer(std::size_t source) {
    bool owns_something = false;
    for (Variable p = 0; p < system_.program->transitions[source].parameters; ++p) {
      const Positions saved = positions_;
      strike(touches_[source], variable(p));
      bool all = true;
      for (const auto* list : {&touches_[source].read, &touches_[source].written}) {
        for (const Touch& touch : *list) {
          const auto& before = saved[touch.symbol.index()];
          if (std::find(before.begin(), before.end(), true) == before.end()) continue;
          owns_something = true;
          all = all && has_candidate(touch.symbol);
        }
      }
      positions_ = saved;
      if (all && owns_something) return p;
    }
    return std::nullopt;
  }

  void mark_shared() {
    const auto& symbols = arena_.signature().symbols();
    system_.shared.assign(symbols.size(), false);
    for (const Touches& touches : touches_) {
      for (const Touch& touch : touches.written) {
        const Symbol& symbol = symbols[touch.symbol.index()];
        if (!symbol.weak && !has_candidate(touch.symbol)) system_.shared[touch.symbol.index()] = true;
      }
    }
  }

  System& system_;
  TermArena& arena_;
  std::vector<Touches> touches_;
  Positions positions_;
};

}  // namespace

void find_owners(System& system, TermArena& arena) { Owners(system, arena).run(); }

}  // namespace parapet::le
