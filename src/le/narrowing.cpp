// The values that cells can hold in reachable states: constructors of enumerations, and intervals of numbers.
//
// Constructors. The least sets N(X) with
//   init(X) <= N(X);  c in N(X) for each assignment of a constructor c to X;  N(Y) <= N(X) for each assignment of a cell of Y.
// init(X) is what init implies for *every* cell of X: a clause `X[z1,...] in S` over variables that range over all processes. A clause of
// another form (a disjunction over several cells, a single cell such as X[#1], distinct variables) is ignored, and without a usable clause
// init(X) is the set of all values: it would be unsound to apply such a clause to all cells. By induction over the steps every value of X
// lies in N(X) under every memory model: buffers and snapshots hold only initial or written values.
//
// Numbers. Small intervals I(X) with
//   init(X) <= I(X);  the values of e in I(X) for each assignment of a term e to a cell of X, by interval arithmetic with I;
//   an arbitrary value: I(X) has no bounds.
// init(X) is what init implies for *every* cell of X: a comparison of X[z1,...] with a number over variables that range over all processes,
// as above. A comparison of two cells contributes nothing. By induction over the steps every value of X lies in I(X)
// under every memory model: buffers and snapshots hold only initial or written values.
//
// Guards. A firing assigns only if its guard holds. So a guard `c <= 9` confines the cell c in the assigned terms of that disjunct of the
// guard, if both occurrences have one value: a firing reads a plain cell at one instant. A weak cell is confined only if the firing is a
// read-modify-write, which meets memory at one instant too. Only the same term counts as the same cell: X[k] for all k is not X[p].
//
// The system of inclusions has a least solution; iterating up to it need not end. A bound that has moved three times moves to the next
// constant of the model, and beyond the last constant it is given up (widening). What is found then satisfies the inclusions but may be too
// large. Applying the right-hand sides to a solution gives a solution that is contained in it, since interval arithmetic is monotone: two
// such steps restore the bounds that guards give.
#include <algorithm>
#include <array>
#include <set>
#include <unordered_set>

#include "le/passes.h"

namespace parapet::le {
namespace {

constexpr int free_moves = 3;
constexpr int descents = 2;

bool numeric(const TermArena& arena, SymbolId symbol) {
  const SortKind kind = arena.signature()[arena.signature()[symbol].sort].kind;
  return kind == SortKind::Int || kind == SortKind::Real;
}

// Every number that the text compares with or adds, in ascending order.
class Constants {
 public:
  Constants(const System& system, const TermArena& arena) : arena_(arena) {
    const auto all = [&](const std::vector<UnsafeCube>& cubes) {
      for (const UnsafeCube& cube : cubes) collect(cube.literals);
    };
    for (const Clause& clause : system.init) collect(clause.formula);
    for (const Transition& transition : system.transitions) {
      collect(transition.guard);
      for (const Universal& universal : transition.universals) {
        for (const Conjunction& disjunct : universal.disjuncts) collect(disjunct);
      }
    }
    for (const auto& updates : system.updates) {
      for (const Update& update : updates) {
        for (const Branch& branch : update.branches) {
          if (branch.condition.valid()) collect(branch.condition);
          if (branch.kind == Branch::Kind::Set) collect(branch.value);
        }
      }
    }
    all(system.unsafes);
    all(system.invariants);
    std::sort(found_.begin(), found_.end());
  }

  // The greatest one that is at most the value, and the least one that is at least it; nothing if there is none.
  [[nodiscard]] std::optional<Rational> below(const Rational& value) const {
    const auto at = std::upper_bound(found_.begin(), found_.end(), value);
    return at == found_.begin() ? std::nullopt : std::optional(*std::prev(at));
  }
  [[nodiscard]] std::optional<Rational> above(const Rational& value) const {
    const auto at = std::lower_bound(found_.begin(), found_.end(), value);
    return at == found_.end() ? std::nullopt : std::optional(*at);
  }

 private:
  void collect(const Conjunction& literals) {
    for (const TermId literal : literals) collect(literal);
  }
  void collect(TermId term) {
    if (!seen_.insert(term).second) return;
    arena_.spend();
    if (arena_.op(term) == Op::Number || arena_.op(term) == Op::Sum) {
      found_.push_back(arena_.number(term));
      found_.push_back(-arena_.number(term));
    }
    for (const TermId arg : arena_.args(term)) collect(arg);
  }

  const TermArena& arena_;
  std::vector<Rational> found_;
  std::unordered_set<TermId> seen_;
};

class Iteration {
 public:
  Iteration(const System& system, const TermArena& arena)
      : system_(system), arena_(arena), constants_(system, arena), init_(initial()), now_(init_), moves_(init_.size()) {}

  std::vector<Interval> run() {
    while (grow()) {
    }
    for (int k = 0; k < descents; ++k) now_ = step();
    return now_;
  }

 private:
  [[nodiscard]] std::vector<Interval> initial() const {
    std::vector<Interval> result(arena_.signature().symbols().size());
    for (const Clause& clause : system_.init) {
      const auto fact = confined(arena_, clause.formula);
      if (!fact || arena_.op(fact->term) != Op::Cell || !says_all_cells(arena_, clause, fact->term)) continue;
      if (arena_.signature()[arena_.symbol(fact->term)].derived()) continue;  // what init says of a count does not stay true
      Interval& interval = result[arena_.symbol(fact->term).index()];
      interval = intersection(interval, fact->interval);
    }
    // If init leaves no value for a name, there is no initial state; nothing is known then.
    for (Interval& interval : result) {
      if (interval.empty()) interval = {};
    }
    return result;
  }

  // The right-hand sides of the inclusions, with the present intervals.
  [[nodiscard]] std::vector<Interval> step() const {
    std::vector<Interval> result = init_;
    for (const Transition& transition : system_.transitions) {
      std::vector<Confined> facts;
      if (!confine(transition, facts)) continue;
      for (const Update& update : system_.updates[transition.source]) {
        if (!numeric(arena_, update.symbol)) continue;
        for (const Branch& branch : update.branches) {
          arena_.spend();
          Interval& target = result[update.symbol.index()];
          if (branch.kind == Branch::Kind::Havoc) target = {};
          if (branch.kind == Branch::Kind::Set) target = hull(target, assigned(branch.value, facts));
        }
      }
    }
    return result;
  }

  // What the guard says of single cells. False: the guard cannot hold.
  bool confine(const Transition& transition, std::vector<Confined>& facts) const {
    for (const TermId literal : transition.guard) {
      const auto fact = confined(arena_, literal);
      if (!fact || arena_.op(fact->term) != Op::Cell) continue;
      const bool weak = arena_.signature()[arena_.symbol(fact->term)].weak;
      if (weak && !transition.read_modify_write()) continue;
      auto known = std::find_if(facts.begin(), facts.end(), [&](const Confined& other) { return other.term == fact->term; });
      if (known == facts.end()) known = facts.insert(facts.end(), {fact->term, range(arena_, now_, fact->term)});
      known->interval = intersection(known->interval, fact->interval);
      if (known->interval.empty()) return false;
    }
    return true;
  }

  [[nodiscard]] Interval assigned(TermId value, const std::vector<Confined>& facts) const {
    const auto of = [&](TermId term) {
      const auto known = std::find_if(facts.begin(), facts.end(), [&](const Confined& fact) { return fact.term == term; });
      return known == facts.end() ? range(arena_, now_, term) : known->interval;
    };
    if (arena_.op(value) != Op::Sum) return of(value);
    Interval total = exactly(arena_.number(value));
    for (std::size_t k = 0; k < arena_.args(value).size(); ++k) total = total + arena_.coefficients(value)[k] * of(arena_.args(value)[k]);
    return total;
  }

  // One step with widening; false: nothing changed.
  bool grow() {
    const std::vector<Interval> next = step();
    bool changed = false;
    for (std::size_t k = 0; k < next.size(); ++k) {
      Interval larger = hull(now_[k], next[k]);
      if (larger.low != now_[k].low && ++moves_[k][0] > free_moves && larger.low) larger.low = constants_.below(*larger.low);
      if (larger.high != now_[k].high && ++moves_[k][1] > free_moves && larger.high) larger.high = constants_.above(*larger.high);
      changed = changed || larger != now_[k];
      now_[k] = std::move(larger);
    }
    return changed;
  }

  const System& system_;
  const TermArena& arena_;
  const Constants constants_;
  const std::vector<Interval> init_;
  std::vector<Interval> now_;
  std::vector<std::array<int, 2>> moves_;  // by symbol: how often each bound has moved
};

}  // namespace

bool says_all_cells(const TermArena& arena, const Clause& clause, TermId cell) {
  std::set<std::uint64_t> seen;
  for (const TermId index : arena.args(cell)) {
    if (arena.op(index) != Op::Variable || !seen.insert(arena.variable_number(index)).second) return false;
  }
  std::set<std::uint32_t> groups;
  return std::all_of(clause.bound.begin(), clause.bound.end(), [&](const auto& b) { return groups.insert(b.group).second; });
}

std::vector<std::uint64_t> narrow(const System& system, const TermArena& arena, bool enabled) {
  const Signature& signature = arena.signature();
  const auto small_enum = [&](SymbolId symbol) {
    const Sort& sort = signature[signature[symbol].sort];
    return sort.kind == SortKind::Enum && sort.constructors.size() <= 64;
  };
  std::vector<std::uint64_t> sets(signature.symbols().size(), ~std::uint64_t{0});
  if (!enabled) return sets;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (small_enum(SymbolId(k))) sets[k] = arena.full_set(signature.symbols()[k].sort);
  }
  for (const Clause& clause : system.init) {
    if (arena.op(clause.formula) != Op::Member) continue;
    const TermId cell = arena.args(clause.formula)[0];
    if (arena.op(cell) == Op::Cell && says_all_cells(arena, clause, cell)) sets[arena.symbol(cell).index()] &= arena.set(clause.formula);
  }
  // If init leaves no value for a name, there is no initial state; nothing is narrowed then.
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (sets[k] == 0) sets[k] = arena.full_set(signature.symbols()[k].sort);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& updates : system.updates) {
      for (const Update& update : updates) {
        if (!small_enum(update.symbol)) continue;
        std::uint64_t& set = sets[update.symbol.index()];
        for (const Branch& branch : update.branches) {
          std::uint64_t more = 0;
          if (branch.kind == Branch::Kind::Havoc) more = arena.full_set(signature[update.symbol].sort);
          if (branch.kind == Branch::Kind::Set) {
            const Op op = arena.op(branch.value);
            if (op == Op::Constructor) {
              more = std::uint64_t{1} << arena.position(branch.value);
            } else if (op == Op::Cell) {
              more = sets[arena.symbol(branch.value).index()];
            } else {
              more = arena.full_set(signature[update.symbol].sort);
            }
          }
          changed = changed || (set | more) != set;
          set |= more;
        }
      }
    }
  }
  return sets;
}

std::vector<Interval> intervals(const System& system, const TermArena& arena, bool enabled) {
  if (!enabled) return std::vector<Interval>(arena.signature().symbols().size());
  return Iteration(system, arena).run();
}

}  // namespace parapet::le
