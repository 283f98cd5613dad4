// The tables of delays.h.
//
// Local states. The local state of a process p has the values of its cells A[p] of enumerated arrays with one index that only the owner
// writes, and of the plain variables that only p accesses. Of a weak array it is p's *view* of F[p], which is the value that p wrote last. A
// disjunct of a guard that p fires gives steps between local states: conditions on own cells are tested, an update whose value is not a
// constant leaves any value. From the initial ones we get the reachable local states. Processes that constants name have tables of their
// own.
//
// Delays. For a write of t by p to l with value v, follow p from after t through steps without fence() and read-modify-writes that are
// possible with the newest value that p wrote to l: while the write is buffered, p reads that value. A step is *visible* if it touches
// another weak location (or one that may be another), or a shared plain cell.
//   may    the write may be delayed if a visible step is met, or t itself writes another location or touches a shared plain cell, or an
//          unsafe formula or invariant mentions the name of l. Otherwise p does nothing between the write and its commit that another process
//          can notice: execute the write, and those steps, at the commit instead. So the search may restrict itself to the machine in
//          which such a write is always on time: it reaches unsafe iff the full one does. Steps behind a wfence() count: reads pass it.
//   late   a firing is late if a wfence() of its process, of itself or before it, waits for an earlier write when it executes: a step of
//          that chain with wfence(), or behind one.
//   hold   the local states that are met before a wfence() was passed: only there B(p,l) can have an entry with the value v.
#include <algorithm>
#include <bit>
#include <deque>
#include <optional>
#include <set>

#include "base/narrow.h"
#include "le/delays.h"
#include "le/passes.h"
#include "le/system.h"

namespace parapet::le {

using DelayKind = Delays::Kind;

class DelayAnalysis {
 public:
  DelayAnalysis(const System& system, TermArena& arena, const DelayOptions& options, Delays& out)
      : system_(system), arena_(arena), options_(options), out_(out) {
    for (const Transition& t : system.transitions) forced_.push_back(forced_actors(system, arena, t));
    for (const auto* list : {&system.unsafes, &system.invariants}) {
      for (const UnsafeCube& cube : *list) {
        for (const TermId literal : cube.literals) each_cell(literal, [&](TermId cell) { mentioned_.insert(arena.symbol(cell).value); });
      }
    }
    for (const Transition& t : system.transitions) accesses_.push_back(accesses_of(t));
  }

  void run() {
    out_.constants_ = system_.constants;
    out_.late_.assign(system_.transitions.size(), false);
    for (std::uint32_t c = 0; c <= system_.constants.size(); ++c) {
      class_ = c;
      explore_class();
      for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) {
        if (!is_buffered(system_.transitions[t]) || !is_possible(t)) continue;
        for (const Update& update : system_.updates[system_.transitions[t].source]) {
          if (arena_.signature()[update.symbol].weak) follow(t, update);
        }
      }
    }
  }

 private:
  static constexpr std::size_t most_states = 3000;
  static constexpr std::uint64_t anything = ~std::uint64_t{0};

  struct Edge {
    std::uint32_t transition = 0, to = 0;
  };

  template <class Visit>
  void each_cell(TermId term, const Visit& visit) const {
    each_subterm(arena_, term, [&](TermId part) {
      if (arena_.op(part) == Op::Cell) visit(part);
    });
  }

  [[nodiscard]] static bool is_buffered(const Transition& t) { return t.actor && t.writes_weak && !t.reads_weak; }

  // The weak cells that a firing touches, by the text.
  [[nodiscard]] std::vector<TermId> accesses_of(const Transition& t) const {
    std::vector<TermId> all;
    const auto note = [&](TermId term) {
      each_cell(term, [&](TermId cell) {
        if (arena_.signature()[arena_.symbol(cell)].weak) all.push_back(cell);
      });
    };
    std::for_each(t.guard.begin(), t.guard.end(), note);
    for (const Universal& universal : t.universals) {
      for (const Conjunction& disjunct : universal.disjuncts) std::for_each(disjunct.begin(), disjunct.end(), note);
    }
    for (const TermId let : system_.lets[t.source]) note(let);
    for (const Update& update : system_.updates[t.source]) {
      if (arena_.signature()[update.symbol].weak) all.push_back(arena_.cell(update.symbol, update.target));
      for (const Branch& branch : update.branches) {
        note(branch.condition);
        if (branch.kind == Branch::Kind::Set) note(branch.value);
      }
    }
    return all;
  }

  [[nodiscard]] TermId actor_of(const Transition& t) const { return arena_.variable(t.parameters[*t.actor]); }

  // A process of the present class may fire it.
  [[nodiscard]] bool is_possible(std::uint32_t t) const {
    if (!system_.transitions[t].actor) return false;
    return std::all_of(forced_[t].begin(), forced_[t].end(),
                       [&](TermId term) { return arena_.op(term) != Op::ProcessConst || is_present(term); });
  }
  [[nodiscard]] bool is_present(TermId constant) const {
    return class_ != 0 && arena_.process_const(system_.constants[class_ - 1]) == constant;
  }

  // What an index is for the acting process: itself, another one, or anyone.
  enum class Index : std::uint8_t { Own, Other, Any };
  [[nodiscard]] Index index_of(std::uint32_t t, TermId index) const {
    const Transition& transition = system_.transitions[t];
    if (is_actor(index, actor_of(transition), forced_[t])) return Index::Own;
    if (arena_.op(index) == Op::ProcessConst) return is_present(index) ? Index::Own : Index::Other;
    const bool parameter = arena_.op(index) == Op::Variable && std::find(transition.parameters.begin(), transition.parameters.end(),
                                                                         arena_.variable_number(index)) != transition.parameters.end();
    return parameter ? Index::Other : Index::Any;
  }
  // The kinds of cell that the access may be.
  [[nodiscard]] std::vector<DelayKind> kinds_of(std::uint32_t t, std::span<const TermId> indices) const {
    if (indices.empty()) return {DelayKind::Variable};
    bool own = true, other = false;
    for (const TermId index : indices) {
      const Index what = index_of(t, index);
      own = own && what != Index::Other;
      other = other || what != Index::Own;
    }
    if (own && other) return {DelayKind::Own, DelayKind::Other};
    return {own ? DelayKind::Own : DelayKind::Other};
  }

  // Every update of the name is of the acting process's own cell.
  [[nodiscard]] bool only_owner_writes(SymbolId symbol) const {
    for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) {
      for (const Update& update : system_.updates[system_.transitions[t].source]) {
        if (update.symbol != symbol) continue;
        if (!system_.transitions[t].actor) return false;
        if (!is_actor(update.target[0], actor_of(system_.transitions[t]), forced_[t])) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_own_name(SymbolId symbol) const {
    const Symbol& s = arena_.signature()[symbol];
    const Sort& sort = arena_.signature()[s.sort];
    if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) return false;
    if (s.arity == 0) {
      const TermId owner = system_.owners[symbol.index()];
      return !s.weak && owner.valid() && arena_.op(owner) == Op::ProcessConst && is_present(owner);
    }
    return s.arity == 1 && (!s.weak || options_.views) && only_owner_writes(symbol);
  }

  // The place of an own cell among the names of the class.
  [[nodiscard]] std::optional<std::size_t> component(std::uint32_t t, TermId cell) const {
    if (arena_.op(cell) != Op::Cell) return std::nullopt;
    const auto at = std::find(now().names.begin(), now().names.end(), arena_.symbol(cell));
    if (at == now().names.end()) return std::nullopt;
    const auto indices = arena_.args(cell);
    if (!indices.empty() && index_of(t, indices[0]) != Index::Own) return std::nullopt;
    return static_cast<std::size_t>(at - now().names.begin());
  }

  [[nodiscard]] const Delays::Class& now() const { return out_.classes_[class_]; }
  [[nodiscard]] std::uint64_t full(SymbolId symbol) const { return arena_.full_set(arena_.signature()[symbol].sort); }

  [[nodiscard]] std::uint64_t initial(SymbolId symbol) const {
    std::uint64_t set = full(symbol);
    for (const Clause& clause : system_.init) {
      if (arena_.op(clause.formula) != Op::Member) continue;
      const TermId cell = arena_.args(clause.formula)[0];
      if (arena_.op(cell) != Op::Cell || arena_.symbol(cell) != symbol) continue;
      const auto indices = arena_.args(cell);
      const bool own = indices.empty() || (arena_.op(indices[0]) == Op::ProcessConst && is_present(indices[0]));
      if (own || says_all_cells(arena_, clause, cell)) set &= arena_.set(clause.formula);
    }
    return set == 0 ? full(symbol) : set;
  }

  void explore_class() {
    out_.classes_.emplace_back();
    Delays::Class& made = out_.classes_.back();
    std::size_t product = 1;
    for (std::size_t k = 0; k < arena_.signature().symbols().size(); ++k) {
      const SymbolId symbol(parapet::narrow<std::uint32_t>(k));
      if (!is_own_name(symbol)) continue;
      const std::size_t size = arena_.signature()[arena_.signature()[symbol].sort].constructors.size();
      if (product * size > most_states) continue;
      product *= size;
      made.names.push_back(symbol);
    }
    numbers_.clear();
    edges_.clear();
    std::vector<std::uint64_t> sets;
    for (const SymbolId symbol : made.names) sets.push_back(initial(symbol));
    each_state(sets, [&](const std::vector<std::uint8_t>& state) { (void)number_of(state); });
    for (std::uint32_t s = 0; s < now().states.size(); ++s) {
      for (std::uint32_t t = 0; t < system_.transitions.size(); ++t) add_edges(s, t);
    }
  }

  template <class Visit>
  void each_state(const std::vector<std::uint64_t>& sets, const Visit& visit) {
    std::vector<std::uint8_t> state(sets.size());
    const auto choose = [&](const auto& self, std::size_t k) -> void {
      arena_.spend();
      if (k == sets.size()) return visit(state);
      for (std::uint64_t rest = sets[k]; rest != 0; rest &= rest - 1) {
        state[k] = parapet::narrow<std::uint8_t>(std::countr_zero(rest));
        self(self, k + 1);
      }
    };
    choose(choose, 0);
  }

  std::uint32_t number_of(const std::vector<std::uint8_t>& state) {
    const auto [at, fresh] = numbers_.try_emplace(state, parapet::narrow<std::uint32_t>(numbers_.size()));
    if (fresh) {
      out_.classes_[class_].states.push_back(state);
      edges_.emplace_back();
    }
    return at->second;
  }

  void add_edges(std::uint32_t s, std::uint32_t t) {
    if (!is_possible(t)) return;
    const std::vector<std::uint8_t> state = now().states[s];
    for (const TermId literal : system_.transitions[t].guard) {
      if (arena_.op(literal) != Op::Member) continue;
      const auto k = component(t, arena_.args(literal)[0]);
      if (k && (arena_.set(literal) >> state[*k] & 1) == 0) return;
    }
    std::vector<std::uint64_t> sets;
    for (std::size_t k = 0; k < state.size(); ++k) sets.push_back(std::uint64_t{1} << state[k]);
    for (const Update& update : system_.updates[system_.transitions[t].source]) {
      const auto at = std::find(now().names.begin(), now().names.end(), update.symbol);
      if (at == now().names.end()) continue;  // a name of this class is written by its owner only
      const auto k = static_cast<std::size_t>(at - now().names.begin());
      sets[k] = written_values(
                    update,
                    [&](TermId cell) {
                      const auto of = component(t, cell);
                      return of ? std::uint64_t{1} << state[*of] : anything;
                    },
                    sets[k]) &
                full(update.symbol);
    }
    each_state(sets, [&](const std::vector<std::uint8_t>& next) {
      const std::uint32_t to = number_of(next);
      edges_[s].push_back({t, to});
    });
  }

  // The values that the update may leave in a cell that has the value `old`; of a value that is no constructor all.
  template <class ValueOf>
  [[nodiscard]] std::uint64_t written_values(const Update& update, const ValueOf& value_of, std::uint64_t old) const {
    std::uint64_t values = 0;
    bool always = false;
    for (const Branch& branch : update.branches) {
      if (branch.kind == Branch::Kind::Keep) values |= old;
      if (branch.kind == Branch::Kind::Havoc) values |= anything;
      if (branch.kind == Branch::Kind::Set) {
        const Op op = arena_.op(branch.value);
        values |= op == Op::Constructor ? std::uint64_t{1} << arena_.position(branch.value)
                  : op == Op::Cell      ? value_of(branch.value)
                                        : anything;
      }
      always = always || branch.condition == arena_.truth(true);
    }
    return always ? values : values | old;
  }
  // Of a weak write: the value that goes into the buffer.
  [[nodiscard]] std::uint64_t buffered_values(const Update& update) const {
    const Sort& sort = arena_.signature()[arena_.signature()[update.symbol].sort];
    if (sort.kind != SortKind::Enum || sort.constructors.size() > 64) return anything;
    std::uint64_t values = 0;
    for (const Branch& branch : update.branches) {
      if (branch.kind == Branch::Kind::Keep) continue;
      const bool constant = branch.kind == Branch::Kind::Set && arena_.op(branch.value) == Op::Constructor;
      values |= constant ? std::uint64_t{1} << arena_.position(branch.value) : full(update.symbol);
    }
    return values;
  }

  [[nodiscard]] bool touches_shared(const Transition& t) const {
    const auto& updates = system_.updates[t.source];
    return t.shared_read ||
           std::any_of(updates.begin(), updates.end(), [&](const Update& update) { return system_.shared[update.symbol.index()]; });
  }

  // The firing touches a weak location that is not, or need not be, the cell.
  [[nodiscard]] bool touches_another(std::uint32_t t, SymbolId symbol, DelayKind kind) const {
    return std::any_of(accesses_[t].begin(), accesses_[t].end(), [&](TermId cell) {
      if (arena_.symbol(cell) != symbol || kind == DelayKind::Other) return true;
      const auto kinds = kinds_of(t, arena_.args(cell));
      return kinds.size() > 1 || kinds[0] != kind;
    });
  }

  void follow(std::uint32_t t, const Update& update) {
    for (const DelayKind kind : kinds_of(t, update.target)) follow(t, update, kind);
  }

  struct Point {
    std::uint32_t state = 0;
    std::uint64_t newest = 0;
    bool passed = false;  // a wfence()
    friend auto operator<=>(const Point&, const Point&) = default;
  };

  void follow(std::uint32_t t, const Update& update, DelayKind kind) {
    const Transition& transition = system_.transitions[t];
    const auto others = [&](const Update& each) { return &each != &update && arena_.signature()[each.symbol].weak; };
    const auto& updates = system_.updates[transition.source];
    bool may = !options_.may || mentioned_.contains(update.symbol.value) || touches_shared(transition) || !update.bound.empty() ||
               std::any_of(updates.begin(), updates.end(), others);
    const std::uint64_t values = buffered_values(update);
    std::vector<std::uint64_t> held(now().states.size(), 0);
    std::set<Point> seen;
    std::set<std::uint32_t> late;
    std::deque<Point> work;
    const auto reach = [&](const Point& point) {
      arena_.spend();
      if (!seen.insert(point).second) return;
      if (!point.passed) held[point.state] |= values;
      work.push_back(point);
    };
    for (std::uint32_t s = 0; s < edges_.size(); ++s) {
      for (const Edge& edge : edges_[s]) {
        if (edge.transition == t) reach({edge.to, kind == DelayKind::Other ? anything : values, false});
      }
    }
    for (; !work.empty(); work.pop_front()) {
      const Point at = work.front();
      for (const Edge& edge : edges_[at.state]) {
        const Transition& next = system_.transitions[edge.transition];
        if (next.fence || next.read_modify_write() || !reads_newest(edge.transition, update.symbol, kind, at.newest)) continue;
        if (at.passed || next.wfence) late.insert(edge.transition);
        may = may || touches_shared(next) || touches_another(edge.transition, update.symbol, kind);
        reach({edge.to, newest_after(edge.transition, update.symbol, kind, at.newest), at.passed || next.wfence});
      }
    }
    const Delays::Place place{class_, update.symbol.value, kind};
    bool& delayed = out_.delayed_[{t, place}];
    delayed = delayed || may;
    if (!may) return;
    for (const std::uint32_t each : late) out_.late_[each] = true;
    std::vector<std::uint64_t>& all = out_.held_[place];
    all.resize(held.size(), 0);
    for (std::size_t s = 0; s < held.size(); ++s) all[s] |= held[s];
  }

  // The guard does not contradict what the process sees of its own buffered write.
  [[nodiscard]] bool reads_newest(std::uint32_t t, SymbolId symbol, DelayKind kind, std::uint64_t newest) const {
    if (kind == DelayKind::Other) return true;
    const auto& guard = system_.transitions[t].guard;
    return std::none_of(guard.begin(), guard.end(), [&](TermId literal) {
      if (arena_.op(literal) != Op::Member) return false;
      const TermId cell = arena_.args(literal)[0];
      if (arena_.op(cell) != Op::Cell || arena_.symbol(cell) != symbol) return false;
      const auto kinds = kinds_of(t, arena_.args(cell));
      return kinds.size() == 1 && kinds[0] == kind && (arena_.set(literal) & newest) == 0;
    });
  }

  [[nodiscard]] std::uint64_t newest_after(std::uint32_t t, SymbolId symbol, DelayKind kind, std::uint64_t newest) const {
    if (kind == DelayKind::Other) return anything;
    for (const Update& update : system_.updates[system_.transitions[t].source]) {
      if (update.symbol != symbol) continue;
      const auto kinds = kinds_of(t, update.target);
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) continue;
      const std::uint64_t written = written_values(
          update, [](TermId) { return anything; }, newest);
      newest = kinds.size() == 1 && update.bound.empty() ? written : newest | written;
    }
    return newest;
  }

  const System& system_;
  TermArena& arena_;
  const DelayOptions& options_;
  Delays& out_;
  std::vector<std::vector<TermId>> forced_;    // by transition: forced_actors
  std::vector<std::vector<TermId>> accesses_;  // by transition
  std::set<std::uint32_t> mentioned_;          // names in unsafe formulas and invariants
  std::uint32_t class_ = 0;
  std::map<std::vector<std::uint8_t>, std::uint32_t> numbers_;
  std::vector<std::vector<Edge>> edges_;  // by local state
};

Delays::Delays(const System& system, TermArena& arena, const DelayOptions& options) : known_(true), may_(options.may), hold_(options.hold) {
  DelayAnalysis(system, arena, options, *this).run();
}

std::uint32_t Delays::class_of(const TermArena& arena, TermId process) const {
  if (arena.op(process) != Op::ProcessConst) return 0;
  const auto at = std::find(constants_.begin(), constants_.end(), arena.constant_number(process));
  return parapet::narrow<std::uint32_t>(at - constants_.begin()) + 1;
}

Delays::Kind Delays::kind_of(const TermArena& arena, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  if (args.empty()) return Kind::Variable;
  return std::all_of(args.begin(), args.end(), [&](TermId arg) { return arg == process; }) ? Kind::Own : Kind::Other;
}

bool Delays::may_delay(const TermArena& arena, std::uint32_t transition, TermId process, TermId cell) const {
  if (!known_) return true;
  const auto at = delayed_.find({transition, {class_of(arena, process), arena.symbol(cell).value, kind_of(arena, process, cell)}});
  return at != delayed_.end() && at->second;
}

bool Delays::may_wait(const TermArena& arena, TermId process, TermId cell) const {
  return !known_ || held_.contains({class_of(arena, process), arena.symbol(cell).value, kind_of(arena, process, cell)});
}

// Calls visit(state) for the local states of the process in which its cells have allowed values and it can have the writes in its buffers,
// until one call is true; whether one was.
template <class Visit>
bool Delays::any_state(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed,
                       const Visit& visit) const {
  const std::uint32_t number = class_of(arena, process);
  const Class& local = classes_[number];
  std::vector<const std::vector<std::uint64_t>*> held;
  for (const Demand& demand : demands) {
    const auto at = held_.find({number, arena.symbol(demand.cell).value, kind_of(arena, process, demand.cell)});
    if (at == held_.end()) return false;
    held.push_back(&at->second);
  }
  std::vector<std::uint64_t> sets;
  for (const SymbolId name : local.names) sets.push_back(allowed(name));
  for (std::size_t s = 0; s < local.states.size(); ++s) {
    bool fits = true;
    for (std::size_t k = 0; k < held.size() && fits; ++k) fits = ((*held[k])[s] & demands[k].values) != 0;
    for (std::size_t k = 0; k < sets.size() && fits; ++k) fits = (sets[k] >> local.states[s][k] & 1) != 0;
    if (fits && visit(local.states[s])) return true;
  }
  return false;
}

bool Delays::may_hold(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed) const {
  if (!known_) return true;
  if (hold_) return any_state(arena, process, demands, allowed, [](const auto&) { return true; });
  return std::all_of(demands.begin(), demands.end(), [&](const Demand& demand) { return may_wait(arena, process, demand.cell); });
}

std::vector<std::pair<SymbolId, std::uint64_t>> Delays::while_held(const TermArena& arena, TermId process, std::span<const Demand> demands,
                                                                   const Allowed& allowed) const {
  if (!known_ || !hold_) return {};
  const std::vector<SymbolId>& names = classes_[class_of(arena, process)].names;
  std::vector<std::pair<SymbolId, std::uint64_t>> values;
  for (const SymbolId name : names) values.emplace_back(name, 0);
  (void)any_state(arena, process, demands, allowed, [&](const std::vector<std::uint8_t>& state) {
    for (std::size_t k = 0; k < state.size(); ++k) values[k].second |= std::uint64_t{1} << state[k];
    return false;
  });
  return values;
}

}  // namespace parapet::le
