// The search of the native engine (described in engine.cpp), and its models.
#include <bit>

#include "base/contract.h"
#include "base/narrow.h"
#include "smt/native/engine.h"

namespace parapet::smt::native {
namespace {

using Kind = Item::Kind;
constexpr std::size_t conflict_limit = 4'000;
constexpr std::size_t open_leaf_limit = 64;
constexpr std::size_t first_restart = 32;

}  // namespace

Answer Engine::check() {
  leave_search();
  if (inconsistent_) return Answer::Unsat;
  search_mark_ = mark();
  searching_ = true;
  gave_up_ = places_known_ = false;
  linear_conflicts_ = 0;
  const Answer answer = search();
  if (answer == Answer::Sat) return answer;
  leave_search();
  inconsistent_ = answer == Answer::Unsat;
  return answer;
}

void Engine::give_up(std::string_view why) {
  gave_up_ = true;
  why_not_ = why;
}

bool Engine::decide(ItemId item) {
  decisions_.push_back({mark(), item});
  return assume(item, true);
}

// What was assumed before the later decisions is contradictory: neither alternative of them has a model.
void Engine::leave_decisions(std::size_t count) {
  if (count >= decisions_.size()) return;
  undo(decisions_[count].mark);
  decisions_.erase(decisions_.begin() + narrow<std::ptrdiff_t>(count), decisions_.end());
}

bool Engine::backtrack() {
  while (!decisions_.empty()) {
    const Decision last = decisions_.back();
    decisions_.pop_back();
    undo(last.mark);
    if (assume(last.item, false)) return true;
  }
  return false;
}

Answer Engine::search() {
  std::size_t conflicts = 0;
  std::size_t since_restart = 0;
  std::size_t open_leaves = 0;
  std::size_t restart = first_restart;
  bool hopeless = search_mark_.foreign;  // the assumptions before the first split are beyond this procedure
  for (;;) {
    bool consistent = propagate();
    const bool first = decisions_.empty() && conflicts == 0;
    if (consistent) {
      ItemId split = 0;
      if (const auto alternative = choose(conflicts == 0)) {
        if (first) {
          const Truth numbers = solve_numbers();
          if (numbers == Truth::False) return Answer::Unsat;
          hopeless = hopeless || numbers == Truth::Open;
        }
        consistent = decide(*alternative);
      } else {
        switch (complete(split)) {
          case Leaf::Model:
            return Answer::Sat;
          case Leaf::Split:
            consistent = decide(split);
            break;
          case Leaf::Again:
            break;
          case Leaf::Conflict:
            // This leaf may stay undecided: then only a model in another branch could decide the query.
            if (gave_up_ && (hopeless || ++open_leaves > open_leaf_limit)) return Answer::NotMine;
            consistent = false;
            break;
        }
      }
    }
    if (consistent) continue;
    if (!backtrack()) return gave_up_ ? Answer::NotMine : Answer::Unsat;
    if (++conflicts > conflict_limit) {
      give_up("too many case splits");
      return Answer::NotMine;
    }
    if (++since_restart > restart && !decisions_.empty()) {
      undo(decisions_.front().mark);
      decisions_.clear();
      since_restart = 0;
      restart *= 2;
    }
  }
}

// Before the first conflict any open alternative is chosen: most queries are satisfiable without a conflict. Later a clause with the most
// conflicts, among these one with the fewest open alternatives, and in it an atom of the fragment if there is one.
std::optional<ItemId> Engine::choose(bool any) {
  if (any) {
    for (const Slot& slot : slots_) {
      if (slot.satisfied) continue;
      // Propagation has just left two open alternatives there.
      const ItemId first = child(slot, slot.watch[0]);
      return items_[first].kind == Kind::Foreign ? child(slot, slot.watch[1]) : first;
    }
    return std::nullopt;
  }
  std::uint32_t best_weight = 0;
  std::uint32_t best_open = UINT32_MAX;
  std::optional<ItemId> best;
  for (std::uint32_t at = 0; at < slots_.size(); ++at) {
    arena_.spend();
    const Slot& slot = slots_[at];
    if (slot.satisfied || (best && slot.weight < best_weight)) continue;
    std::uint32_t open = 0;
    bool satisfied = false;
    std::optional<ItemId> first;
    for (std::uint32_t k = 0; k < slot.count && !satisfied; ++k) {
      const ItemId id = child(slot, k);
      const Truth truth = evaluate(id);
      satisfied = truth == Truth::True;
      if (truth != Truth::Open) continue;
      ++open;
      if (!first || items_[*first].kind == Kind::Foreign) first = id;
    }
    if (satisfied) {
      satisfy(at);
    } else if (!best || slot.weight > best_weight || open < best_open) {
      best_weight = slot.weight;
      best_open = open;
      best = first;
    }
  }
  return best;
}

Engine::Leaf Engine::separate_numbers(ItemId& split) {
  for (const ItemId id : not_same_) {
    if (!same_value(items_[id])) continue;
    if (id + 1 < flags_.size() && flags_[id + 1] == Truth::False) return assume(id + 2, true) ? Leaf::Again : Leaf::Conflict;
    split = id + 1;
    return Leaf::Split;
  }
  return Leaf::Model;
}

Engine::Leaf Engine::complete(ItemId& split) {
  const Truth numbers = solve_numbers();
  if (numbers == Truth::Open) give_up("linear arithmetic");
  if (numbers == Truth::False) leave_decisions(linear_.conflict_level());
  if (numbers != Truth::True) return Leaf::Conflict;
  if (const Leaf apart = separate_numbers(split); apart != Leaf::Model) return apart;
  const Truth coloured = theories_.equality.colour();
  if (coloured == Truth::Open) give_up("colouring of finite domains");
  if (coloured != Truth::True) return Leaf::Conflict;
  if (foreign_) {
    give_up("numbers beyond a machine word");
    return Leaf::Conflict;
  }
  return Leaf::Model;
}

// Kahn's algorithm over the classes: each bound goes from an earlier class to a later one, or stays inside a class.
void Engine::place_processes() {
  places_known_ = true;
  for (const std::uint32_t root : placed_) place_of_[root] = 0;
  placed_.clear();
  const auto& edges = theories_[Line::Processes].edges();
  const auto class_of = [&](std::uint32_t node) { return theories_.equality.root(items_.variable_of_process_node(node)); };
  std::vector<std::uint32_t> classes;
  for (const auto& edge : edges) {
    for (const std::uint32_t node : {edge.from, edge.to}) {
      const std::uint32_t root = class_of(node);
      if (root >= place_of_.size()) place_of_.resize(root + 1);
      if (place_of_[root] != 0) continue;
      place_of_[root] = UINT32_MAX;
      classes.push_back(root);
    }
  }
  while (placed_.size() < classes.size()) {
    const std::size_t before = placed_.size();
    for (const std::uint32_t root : classes) {
      if (place_of_[root] != UINT32_MAX) continue;
      bool first = true;
      for (const auto& edge : edges) {
        const std::uint32_t from = class_of(edge.from);
        if (from != root && class_of(edge.to) == root && place_of_[from] == UINT32_MAX) first = false;
      }
      if (!first) continue;
      placed_.push_back(root);
      place_of_[root] = narrow<std::uint32_t>(placed_.size());
    }
    PARAPET_CHECK(placed_.size() > before, "classes of processes have an order");
  }
}

std::int64_t Engine::place(TermId term) {
  if (!places_known_) place_processes();
  const std::uint32_t root = theories_.equality.root(items_.variable(term));
  if (root >= place_of_.size()) place_of_.resize(root + 1);
  if (place_of_[root] == 0) {
    placed_.push_back(root);
    place_of_[root] = narrow<std::uint32_t>(placed_.size());
  }
  return place_of_[root];
}

Rational Engine::number(TermId term) {
  switch (arena_.op(term)) {
    case Op::Number:
      return arena_.number(term);
    case Op::Sum: {
      Rational total = arena_.number(term);
      for (std::size_t k = 0; k < arena_.args(term).size(); ++k) {
        total = total + arena_.coefficients(term)[k] * number(arena_.args(term)[k]);
      }
      return total;
    }
    default:
      break;
  }
  return node_value(items_.line(arena_.sort(term)), items_.node(term));
}

Value Engine::value(TermId term) {
  PARAPET_CHECK(searching_, "a value is asked after Sat");
  const SortId sort = arena_.sort(term);
  switch (arena_.signature()[sort].kind) {
    case SortKind::Proc:
      return {sort, Rational(place(term))};
    case SortKind::Enum:
      return {sort, Rational(static_cast<std::int64_t>(theories_.equality.position(items_.variable(term))))};
    case SortKind::Abstract:
      return {sort, Rational(static_cast<std::int64_t>(theories_.equality.root(items_.variable(term))))};
    case SortKind::Int:
    case SortKind::Real:
    case SortKind::Event:
      return {sort, number(term)};
    case SortKind::Formula:
      break;
  }
  PARAPET_CHECK(false, "values are of terms");
  return {};
}

}  // namespace parapet::smt::native
