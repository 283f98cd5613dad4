#include "infer/views/registers.h"

#include <algorithm>
#include <set>
#include <span>

#include "cube/cube_terms.h"

namespace parapet::search::views {

namespace {

constexpr ValueSet everywhere = ~ValueSet{0};

class Flow {
 public:
  Flow(const le::System& system, const TermArena& arena) : system_(system), arena_(arena) {}

  Registers run() {
    const std::size_t count = arena_.signature().symbols().size();
    own_reads_.assign(count, true);
    own_writes_.assign(count, true);
    read_.assign(count, false);
    for (const le::Transition& transition : system_.transitions) note_accesses(transition);
    for (const le::UnsafeCube& unsafe : system_.unsafes)
      each_cell(unsafe.literals, [&](TermId cell) { read_[arena_.symbol(cell).index()] = true; });
    Registers result;
    result.live.assign(count, everywhere);
    choose_counter();
    result.counter = counter_;
    if (!counter_.valid()) return result;
    for (std::size_t k = 0; k < count; ++k) {
      if (is_register(SymbolId(k))) result.live[k] = live_locations(SymbolId(k));
    }
    return result;
  }

 private:
  template <class Visit>
  void each_cell(const std::vector<TermId>& terms, const Visit& visit) const {
    for (const TermId term : terms) {
      each_atom(arena_, term, [&](TermId atom) {
        each_leaf(arena_, atom, [&](TermId leaf) {
          if (arena_.op(leaf) == Op::Cell) visit(leaf);
          if (arena_.op(leaf) == Op::Read) visit(arena_.location(leaf));
        });
      });
    }
  }

  // What a firing reads: guard, universal guards, conditions and values of updates, `let`s.
  [[nodiscard]] std::vector<TermId> evaluated(const le::Transition& transition) const {
    std::vector<TermId> terms = transition.guard;
    for (const le::Universal& universal : transition.universals) {
      for (const le::Conjunction& disjunct : universal.disjuncts) terms.insert(terms.end(), disjunct.begin(), disjunct.end());
    }
    for (const le::Update& update : system_.updates[transition.source]) {
      for (const le::Branch& branch : update.branches) {
        if (branch.condition.valid()) terms.push_back(branch.condition);
        if (branch.kind == le::Branch::Kind::Set) terms.push_back(branch.value);
      }
    }
    const auto& lets = system_.lets[transition.source];
    terms.insert(terms.end(), lets.begin(), lets.end());
    return terms;
  }

  [[nodiscard]] bool is_of_actor(const le::Transition& transition, std::span<const TermId> indices) const {
    return transition.actor && indices.size() == 1 && arena_.op(indices[0]) == Op::Variable &&
           arena_.variable_number(indices[0]) == transition.parameters[*transition.actor];
  }

  void note_accesses(const le::Transition& transition) {
    each_cell(evaluated(transition), [&](TermId cell) {
      const std::size_t symbol = arena_.symbol(cell).index();
      read_[symbol] = true;
      if (!is_of_actor(transition, arena_.args(cell))) own_reads_[symbol] = false;
    });
    for (const le::Update& update : system_.updates[transition.source]) {
      if (!is_of_actor(transition, update.target)) own_writes_[update.symbol.index()] = false;
    }
  }

  [[nodiscard]] bool is_plain_array(SymbolId symbol) const {
    const auto& declared = arena_.signature()[symbol];
    return !declared.weak && !declared.constant && !declared.derived() && declared.arity == 1;
  }
  [[nodiscard]] bool is_register(SymbolId symbol) const {
    const std::size_t k = symbol.index();
    return symbol != counter_ && is_plain_array(symbol) && own_reads_[k] && own_writes_[k] && read_[k];
  }

  void choose_counter() {
    std::size_t most = 0;
    for (std::size_t k = 0; k < own_writes_.size(); ++k) {
      const SymbolId symbol(k);
      const Sort& sort = arena_.signature()[arena_.signature()[symbol].sort];
      if (!is_plain_array(symbol) || !own_writes_[k] || sort.kind != SortKind::Enum || sort.constructors.size() > 64) continue;
      const auto tested = static_cast<std::size_t>(std::count_if(system_.transitions.begin(), system_.transitions.end(),
                                                                 [&](const auto& each) { return from(each, symbol) != everywhere; }));
      if (tested <= most) continue;
      most = tested;
      counter_ = symbol;
    }
  }

  // The values of the array at the index of the actor that the guard allows.
  [[nodiscard]] ValueSet from(const le::Transition& transition, SymbolId array) const {
    ValueSet set = everywhere;
    for (const TermId literal : transition.guard) {
      if (arena_.op(literal) != Op::Member) continue;
      const TermId cell = arena_.args(literal)[0];
      if (arena_.op(cell) == Op::Cell && arena_.symbol(cell) == array && is_of_actor(transition, arena_.args(cell)))
        set &= arena_.set(literal);
    }
    return set;
  }

  // The locations of the actor after a firing at `location`.
  [[nodiscard]] ValueSet to(const le::Transition& transition, unsigned location) const {
    ValueSet set = ValueSet{1} << location;
    for (const le::Update& update : system_.updates[transition.source]) {
      if (update.symbol != counter_) continue;
      if (overwrites(update)) set = 0;
      for (const le::Branch& branch : update.branches) {
        if (branch.kind == le::Branch::Kind::Keep) continue;
        const bool known = branch.kind == le::Branch::Kind::Set && arena_.op(branch.value) == Op::Constructor;
        set |= known ? ValueSet{1} << arena_.position(branch.value) : everywhere;
      }
    }
    return set;
  }

  // The update gives its cell a new value whatever holds.
  [[nodiscard]] bool overwrites(const le::Update& update) const {
    const auto keeps = [](const le::Branch& branch) { return branch.kind == le::Branch::Kind::Keep; };
    return std::none_of(update.branches.begin(), update.branches.end(), keeps) && !update.branches.empty() &&
           update.branches.back().condition == arena_.truth(true);
  }

  [[nodiscard]] ValueSet live_locations(SymbolId symbol) const {
    struct Edge {
      ValueSet from = 0;
      bool reads = false, overwrites = false;
      const le::Transition* transition = nullptr;
    };
    std::vector<Edge> edges;
    for (const le::Transition& transition : system_.transitions) {
      if (!transition.actor) continue;
      Edge& edge = edges.emplace_back();
      edge.transition = &transition;
      edge.from = from(transition, counter_);
      each_cell(evaluated(transition), [&](TermId cell) { edge.reads = edge.reads || arena_.symbol(cell) == symbol; });
      for (const le::Update& update : system_.updates[transition.source])
        edge.overwrites = edge.overwrites || (update.symbol == symbol && overwrites(update));
    }
    ValueSet live = read_by_unsafe(symbol);
    const std::size_t locations = arena_.signature()[arena_.signature()[counter_].sort].constructors.size();
    for (ValueSet before = ~live; before != live;) {
      before = live;
      for (const Edge& edge : edges) {
        for (unsigned location = 0; location < locations; ++location) {
          if ((edge.from >> location & 1) == 0) continue;
          if (edge.reads || (!edge.overwrites && (to(*edge.transition, location) & live) != 0)) live |= ValueSet{1} << location;
        }
      }
    }
    return live;
  }

  [[nodiscard]] ValueSet read_by_unsafe(SymbolId symbol) const {
    ValueSet live = 0;
    for (const le::UnsafeCube& unsafe : system_.unsafes) {
      each_cell(unsafe.literals, [&](TermId read) {
        if (arena_.symbol(read) != symbol) return;
        ValueSet set = everywhere;
        for (const TermId literal : unsafe.literals) {
          if (arena_.op(literal) != Op::Member) continue;
          const TermId cell = arena_.args(literal)[0];
          if (arena_.op(cell) != Op::Cell || arena_.symbol(cell) != counter_) continue;
          if (arena_.args(cell)[0] == arena_.args(read)[0]) set &= arena_.set(literal);
        }
        live |= set;
      });
    }
    return live;
  }

  const le::System& system_;
  const TermArena& arena_;
  SymbolId counter_;
  std::vector<bool> own_reads_, own_writes_, read_;  // by symbol
};

}  // namespace

Registers find_registers(const le::System& system, const TermArena& arena) { return Flow(system, arena).run(); }

namespace {

bool is_process_or_constant(const TermArena& arena, TermId term) {
  const Op op = arena.op(term);
  if (op == Op::Variable || op == Op::ProcessConst) return true;
  if (op != Op::Cell) return false;
  const Symbol& symbol = arena.signature()[arena.symbol(term)];
  return symbol.constant && symbol.arity == 0;
}

// The name of which the atom says that all its cells are such values; invalid: none.
SymbolId set_by(const TermArena& arena, TermId atom) {
  if (arena.op(atom) != Op::Equal) return {};
  for (const std::size_t side : {0U, 1U}) {
    const TermId cell = arena.args(atom)[side];
    if (arena.op(cell) != Op::Cell || !is_process_or_constant(arena, arena.args(atom)[1 - side])) continue;
    std::set<TermId> indices;
    for (const TermId index : arena.args(cell)) {
      if (arena.op(index) == Op::Variable) indices.insert(index);
    }
    if (indices.size() == arena.args(cell).size() && !arena.signature()[arena.symbol(cell)].constant) return arena.symbol(cell);
  }
  return {};
}

std::set<SymbolId> set_at_init(const le::System& system, const TermArena& arena) {
  std::set<SymbolId> result;
  for (const le::Clause& clause : system.init) {
    std::set<std::uint32_t> groups;
    for (const auto& bound : clause.bound) {
      if (!bound.others) groups.insert(bound.group);
    }
    if (groups.size() != clause.bound.size()) continue;
    // Of a disjunction only those that are about scalars or one index: then all disjuncts mean the same cell.
    if (arena.op(clause.formula) != Op::Or) {
      if (const SymbolId symbol = set_by(arena, clause.formula); symbol.valid()) result.insert(symbol);
      continue;
    }
    SymbolId common;
    bool all = true;
    for (const TermId part : arena.args(clause.formula)) {
      const SymbolId symbol = set_by(arena, part);
      all = all && symbol.valid() && (!common.valid() || common == symbol) && arena.signature()[symbol].arity <= clause.bound.size();
      common = symbol;
    }
    if (all && arena.signature()[common].arity == 0) result.insert(common);
    if (all && arena.signature()[common].arity == 1 && clause.bound.size() == 1) result.insert(common);
  }
  return result;
}

}  // namespace

std::vector<SymbolId> proper_names(const le::System& system, const TermArena& arena) {
  std::set<SymbolId> names = set_at_init(system, arena);
  std::erase_if(names, [&](SymbolId symbol) {
    return arena.signature()[arena.signature()[symbol].sort].kind != SortKind::Proc || arena.signature()[symbol].derived();
  });
  const auto is_bad = [&](const le::Branch& branch) {
    if (branch.kind != le::Branch::Kind::Set) return branch.kind == le::Branch::Kind::Havoc;
    if (is_process_or_constant(arena, branch.value)) return false;
    return arena.op(branch.value) != Op::Cell || !names.contains(arena.symbol(branch.value));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& updates : system.updates) {
      for (const le::Update& update : updates) {
        if (names.contains(update.symbol) && std::any_of(update.branches.begin(), update.branches.end(), is_bad))
          changed = names.erase(update.symbol) != 0;
      }
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace parapet::search::views
