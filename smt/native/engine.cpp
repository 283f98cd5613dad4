// A formula in negation normal form is a set of literals and clauses; the alternatives of a clause are literals or conjunctions. There is
// no separate boolean assignment: the theories' state is the assignment, and a literal is evaluated against it (false: refuted, true:
// implied, open).
//
//   propagate  A clause without open alternative is a conflict; if one is open, it is assumed. Each clause watches two open alternatives,
//              which are evaluated first. A clause is evaluated again only if the state changed.
//   split      Assume an open alternative of a clause; after a conflict undo it and assume its complement. After a conflict of sums, splits
//              that were made later than all that the conflict needs are undone without that: their complements have the same conflict.
//   complete   If no clause is open, test sums of numbers (arithmetic.cpp) and choose values that must differ: numbers (x - y <> k splits
//              into < and > if the values happen to differ by k) and finite domains (colouring).
//
// Clauses that caused conflicts are split first, and the search restarts after a number of conflicts that doubles each time. So a small
// unsatisfiable part is found with few splits although no clauses are learnt. Beyond a limit on conflicts the answer is NotMine.
//
// Processes: equality classes and the process order interact in two places. Equal terms get bounds in both directions; and a <= b that
// cannot be a < b becomes a = b (forced equality). Every cycle of non-strict bounds consists of such bounds, so afterwards different
// classes can get different places on a line.
//
// An atom outside the fragment is assumed as a mark without meaning. Unsat is right all the same, since marks only omit constraints. A
// model with a mark proves nothing; the search looks for a model without marks before it gives up.
#include "smt/native/engine.h"

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::smt::native {
namespace {

using Kind = Item::Kind;

Truth opposite(Truth truth) {
  if (truth == Truth::Open) return truth;
  return truth == Truth::True ? Truth::False : Truth::True;
}

}  // namespace

Engine::Engine(const TermArena& arena) : arena_(arena), items_(arena, theories_), linear_(arena.budget()) {}

Engine::Mark Engine::mark() const {
  Mark mark{theories_.equality.mark(), {}, 0, 0, 0, 0, 0, foreign_};
  for (std::size_t k = 0; k < line_count; ++k) mark.edges[k] = narrow<std::uint32_t>(theories_.lines[k].edge_count());
  mark.flagged = narrow<std::uint32_t>(flagged_.size());
  mark.satisfied = narrow<std::uint32_t>(satisfied_.size());
  mark.slots = narrow<std::uint32_t>(slots_.size());
  mark.not_same = narrow<std::uint32_t>(not_same_.size());
  mark.weak = narrow<std::uint32_t>(weak_.size());
  return mark;
}

void Engine::undo(const Mark& mark) {
  theories_.equality.undo(mark.equality);
  for (std::size_t k = 0; k < line_count; ++k) theories_.lines[k].shrink(mark.edges[k]);
  for (; flagged_.size() > mark.flagged; flagged_.pop_back()) flags_[flagged_.back()] = Truth::Open;
  for (; satisfied_.size() > mark.satisfied; satisfied_.pop_back()) slots_[satisfied_.back()].satisfied = false;
  slots_.resize(mark.slots);
  not_same_.resize(mark.not_same);
  weak_.resize(mark.weak);
  foreign_ = mark.foreign;
  ++version_;
}

void Engine::leave_search() {
  if (!searching_) return;
  searching_ = false;
  decisions_.clear();
  undo(search_mark_);
}

void Engine::push() {
  leave_search();
  levels_.push_back({mark(), narrow<std::uint32_t>(formulas_.size()), inconsistent_});
}

void Engine::pop() {
  PARAPET_CHECK(!levels_.empty(), "pop matches a push");
  searching_ = false;
  decisions_.clear();
  const Level& level = levels_.back();
  undo(level.mark);
  formulas_.resize(level.formulas);
  inconsistent_ = level.inconsistent;
  levels_.pop_back();
}

void Engine::add(TermId formula) {
  leave_search();
  formulas_.push_back(formula);
  if (!inconsistent_ && !assume(items_.of(formula), true)) inconsistent_ = true;
}

void Engine::flag(ItemId id, Truth truth) {
  if (id >= flags_.size()) flags_.resize(items_.size() + items_.size() / 2, Truth::Open);
  if (flags_[id] != Truth::Open) return;
  flags_[id] = truth;
  flagged_.push_back(id);
}

void Engine::satisfy(std::uint32_t slot) {
  slots_[slot].satisfied = true;
  satisfied_.push_back(slot);
}

void Engine::add_clause(const Item& item) {
  Slot slot{};
  slot.begin = item.a;
  slot.count = item.b;
  slot.watch[1] = 1;
  slots_.push_back(slot);
}

ItemId Engine::child(const Slot& slot, std::uint32_t position) const {
  Item item;
  item.a = slot.begin;
  item.b = slot.count;
  return items_.children(item)[position];
}

bool Engine::assume(ItemId id, bool positive) {
  arena_.spend();
  const Item item = items_[id];
  ++version_;
  switch (item.kind) {
    case Kind::True:
      return positive;
    case Kind::False:
      return !positive;
    case Kind::Member:
      return theories_.equality.restrict(item.a, positive ? item.set : ~item.set);
    case Kind::Equal:
    case Kind::Different:
      if ((item.kind == Kind::Equal) == positive) return assume_equal(item);
      return theories_.equality.separate(item.a, item.b);
    case Kind::Bound:
      flag(id, positive ? Truth::True : Truth::False);
      if (positive) return assume_bound(item.line, item.a, item.b, item.weight);
      return assume_bound(item.line, item.b, item.a, 1 - item.weight);
    case Kind::Same:
    case Kind::NotSame:
      flag(id, positive ? Truth::True : Truth::False);
      if ((item.kind == Kind::Same) == positive) {
        return assume_bound(item.line, item.a, item.b, item.weight) && assume_bound(item.line, item.b, item.a, -item.weight);
      }
      not_same_.push_back(id);
      return true;
    case Kind::Foreign:
      flag(id, positive ? Truth::True : Truth::False);
      // The complement is assumed only after a split on the atom failed; it need not be marked, since the clause then has another
      // alternative.
      foreign_ = foreign_ || positive;
      return true;
    case Kind::And:
      flag(id, positive ? Truth::True : Truth::False);
      return !positive || assume_all(item);
    case Kind::Or:
      PARAPET_CHECK(positive, "a clause is no alternative of a clause");
      add_clause(item);
      return true;
  }
  return true;
}

bool Engine::assume_all(const Item& item) {
  for (const ItemId part : items_.children(item)) {
    if (!assume(part, true)) return false;
  }
  return true;
}

bool Engine::assume_equal(const Item& item) {
  if (!theories_.equality.merge(item.a, item.b)) return false;
  if (!item.processes) return true;
  return assume_bound(Line::Processes, item.first(), item.second(), 0) && assume_bound(Line::Processes, item.second(), item.first(), 0);
}

bool Engine::assume_bound(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight) {
  if (line == Line::Processes && weight == 0) weak_.push_back({from, to});
  switch (theories_[line].add_edge(from, to, weight)) {
    case DifferenceGraph::Result::Consistent:
      return true;
    case DifferenceGraph::Result::Cycle:
      return false;
    case DifferenceGraph::Result::Overflow:
      foreign_ = true;
      return true;
  }
  return true;
}

bool Engine::force_equalities() {
  for (std::size_t k = 0; k < weak_.size(); ++k) {
    arena_.spend();
    const std::uint32_t a = items_.variable_of_process_node(weak_[k].first);
    const std::uint32_t b = items_.variable_of_process_node(weak_[k].second);
    if (theories_.equality.root(a) == theories_.equality.root(b)) continue;
    if (!theories_[Line::Processes].refutes(weak_[k].first, weak_[k].second, 1)) continue;
    ++version_;
    if (!theories_.equality.merge(a, b)) return false;
  }
  return true;
}

Truth Engine::evaluate(ItemId id) {
  const Item& item = items_[id];
  switch (item.kind) {
    case Kind::Member:
      return theories_.equality.member(item.a, item.set);
    case Kind::Equal:
      return theories_.equality.equal(item.a, item.b);
    case Kind::Different:
      return opposite(theories_.equality.equal(item.a, item.b));
    default:
      break;
  }
  if (id < flags_.size() && flags_[id] != Truth::Open) return flags_[id];
  switch (item.kind) {
    case Kind::Bound:
      return evaluate_bound(item.line, item.a, item.b, item.weight);
    case Kind::Same:
      return evaluate_same(item);
    case Kind::NotSame:
      return opposite(evaluate_same(item));
    case Kind::And:
      return evaluate_and(item);
    case Kind::False:
      return Truth::False;
    case Kind::True:
      return Truth::True;
    default:
      return Truth::Open;
  }
}

Truth Engine::evaluate_bound(Line line, std::uint32_t from, std::uint32_t to, std::int64_t weight) {
  arena_.spend();
  DifferenceGraph& graph = theories_[line];
  if (graph.edge_count() == 0) return Truth::Open;
  if (graph.refutes(from, to, weight)) return Truth::False;
  return graph.refutes(to, from, 1 - weight) ? Truth::True : Truth::Open;
}

Truth Engine::evaluate_same(const Item& item) {
  const Truth up = evaluate_bound(item.line, item.a, item.b, item.weight);
  if (up == Truth::False) return up;
  const Truth down = evaluate_bound(item.line, item.b, item.a, -item.weight);
  if (down == Truth::False) return down;
  return up == Truth::True && down == Truth::True ? Truth::True : Truth::Open;
}

Truth Engine::evaluate_and(const Item& item) {
  Truth all = Truth::True;
  for (const ItemId part : items_.children(item)) {
    const Truth truth = items_[part].kind == Kind::Or ? Truth::Open : evaluate(part);
    if (truth == Truth::False) return truth;
    if (truth == Truth::Open) all = Truth::Open;
  }
  return all;
}

bool Engine::visit(std::uint32_t at) {
  arena_.spend();
  Slot& slot = slots_[at];
  Truth seen[2];
  for (int k = 0; k < 2; ++k) {
    seen[k] = evaluate(child(slot, slot.watch[k]));
    if (seen[k] == Truth::True) {
      satisfy(at);
      return true;
    }
    if (seen[k] == Truth::False) break;
    if (k == 1) {
      slot.version = version_;
      return true;
    }
  }
  std::uint32_t open = 0;
  for (std::uint32_t k = 0; k < slot.count && open < 2; ++k) {
    const Truth truth = evaluate(child(slot, k));
    if (truth == Truth::True) {
      satisfy(at);
      return true;
    }
    if (truth == Truth::Open) slot.watch[open++] = k;
  }
  if (open == 2) {
    slot.version = version_;
    return true;
  }
  if (open == 1) {
    const std::uint32_t unit = slot.watch[0];
    slot.watch[1] = unit == 0 ? 1 : 0;
    satisfy(at);
    if (assume(child(slots_[at], unit), true)) return true;
  }
  ++slots_[at].weight;
  return false;
}

bool Engine::propagate() {
  for (std::uint64_t before = 0; before != version_;) {
    before = version_;
    for (std::uint32_t k = 0; k < slots_.size(); ++k) {
      if (!slots_[k].satisfied && slots_[k].version != version_ && !visit(k)) return false;
    }
    if (!weak_.empty() && !force_equalities()) return false;
  }
  return true;
}

// Cores by deletion: formulas are left out, half of them at a time and then fewer, as long as the rest is unsatisfiable. The result is
// minimal, since each formula was found necessary for a superset of the result, except that NotMine counts as necessary. A core costs some
// checks of microseconds when it is asked for; the search itself needs no bookkeeping of conflicts.
std::vector<TermId> NativeSolver::do_core() {
  if (!second_) second_ = std::make_unique<Engine>(arena_);
  std::vector<TermId> core = engine_.formulas();
  std::vector<TermId> without;
  for (std::size_t step = std::max<std::size_t>(core.size() / 2, 1);; step /= 2) {
    for (std::size_t at = 0; at < core.size();) {
      const std::size_t end = std::min(at + step, core.size());
      without.assign(core.begin(), core.begin() + static_cast<std::ptrdiff_t>(at));
      without.insert(without.end(), core.begin() + static_cast<std::ptrdiff_t>(end), core.end());
      second_->push();
      for (const TermId formula : without) second_->add(formula);
      const bool enough = second_->check() == Answer::Unsat;
      second_->pop();
      if (enough) {
        core = without;
      } else {
        at = end;
      }
    }
    if (step == 1) return core;
  }
}

}  // namespace parapet::smt::native
