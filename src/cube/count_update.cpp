// How a firing changes the number K(t) of processes of type t (NOTE(counts)).
//
// Let D be the processes that the firing names: its parameters and the constants of the model. A firing treats all other processes alike,
// so the type of one of them after the firing is a function g of its type before, once the conditions that do not depend on it are decided.
// (g is the identity unless the firing assigns every cell of an array.) Hence
//     K(t) after  =  the sum of K(t') over the types t' with g(t') = t,
//                    + the sum over x in D of [type of x after = t] - [g(type of x before) = t].
// The brackets are 1 or 0. Each distinct formula among them, and among the conditions of g, that the guard does not decide is split on.
// Where a formula of several cells is false, the disjuncts exclude each other, in the order of the cells' names:
//     not (a && b && c)  =  not a  ||  a && not b  ||  a && b && not c.
// A sum has a split for each of its counts. With disjuncts that overlap, the ways to choose one for each count would be a power of the number
// of counts; with these, two counts whose types begin alike share their first choices, and there are no more ways than types.
// Two processes of D are two processes, so that a firing can move K(t) by more than 1. The type before is that of the state in which the
// firing takes its place, so its cells are plain state here and no reads of the firing; new values are what the firing assigns, reads
// included. If g depends on something of the process that is not in its type, or if there are too many formulas to split on, K(t) after is
// any number: the pre-image then has more states.
#include <algorithm>
#include <array>
#include <optional>

#include "base/contract.h"
#include "cube/cube_terms.h"
#include "cube/transition_instance.h"
#include "le/formula.h"

namespace parapet::search {

namespace {

// The process that stands for those which the firing does not name.
constexpr std::uint32_t anybody = 1U << 20U;
constexpr std::size_t most_splits = 8;

}  // namespace

class InstanceTable::CountUpdate {
 public:
  CountUpdate(InstanceTable& table, TransitionInstance& instance, std::size_t type)
      : table_(table), system_(table.system_), arena_(table.arena_), instance_(instance), type_(system_.counts.types[type]) {}

  std::vector<Alternative> run() {
    if (!moves_anybody()) return {};
    const TermId count = arena_.cell(type_.symbol, {});
    for (const le::CountType& from : system_.counts.types) {
      const auto moves = others_move(from);
      if (!moves) return {{{}, le::Branch::Kind::Havoc, {}}};
      if (*moves != arena_.truth(false)) others_.push_back({*moves, arena_.cell(from.symbol, {}), &from});
    }
    for (const Others& one : others_) add(one.moves, one.count, 1);
    for (const TermId process : named()) add_named(process);
    if (open_.size() > most_splits) return {{{}, le::Branch::Kind::Havoc, {}}};
    std::vector<Alternative> all;
    split(0, {}, all);
    for (Alternative& one : all) {
      if (one.value == count) one = {std::move(one.conditions), le::Branch::Kind::Keep, {}};
    }
    return all;
  }

 private:
  // A summand that counts if its formula holds.
  struct Summand {
    TermId formula;
    TermId count;  // invalid: 1
    int sign = 1;
  };

  // Types before the firing of processes that it does not name, with which they have the type after it.
  struct Others {
    TermId moves;  // under this condition
    TermId count;
    const le::CountType* from;
  };

  [[nodiscard]] bool counts(SymbolId array) const {
    const auto& arrays = system_.counts.arrays;
    return std::find(arrays.begin(), arrays.end(), array) != arrays.end();
  }

  [[nodiscard]] bool moves_anybody() const {
    const auto& updates = system_.updates[instance_.transition->source];
    return std::any_of(updates.begin(), updates.end(), [&](const le::Update& update) { return counts(update.symbol); });
  }

  // That a process which the firing does not name has the type after it, if `from` is its type before; nothing: that depends on more. Unless
  // the firing assigns every cell of a counted array, such a process keeps its type.
  std::optional<TermId> others_move(const le::CountType& from) {
    const auto& updates = system_.updates[instance_.transition->source];
    const bool everybody = std::any_of(updates.begin(), updates.end(),
                                       [&](const le::Update& update) { return counts(update.symbol) && !update.bound.empty(); });
    return everybody ? arrives(arena_.process(anybody), &from) : arena_.truth(from.values == type_.values);
  }

  [[nodiscard]] std::vector<TermId> named() const {
    std::vector<TermId> all = instance_.processes;
    for (const std::uint32_t n : system_.constants) {
      const TermId process = arena_.process_const(n);
      if (std::find(all.begin(), all.end(), process) == all.end()) all.push_back(process);
    }
    return all;
  }

  // That the process has the type after the firing. With `from`, if that is its type before; nothing: the formula depends on more of it.
  std::optional<TermId> arrives(TermId process, const le::CountType* from) {
    std::vector<TermId> parts;
    for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
      const TermId cell = le::own_cell(arena_, system_.counts.arrays[k], process);
      const std::uint64_t wanted = std::uint64_t{1} << type_.values[k];
      const std::vector<Alternative> ways = table_.alternatives(instance_, cell);
      if (ways.empty()) {
        parts.push_back(arena_.member(cell, wanted));
        continue;
      }
      std::vector<TermId> either;
      for (const Alternative& way : ways) {
        std::vector<TermId> both = way.conditions;
        if (way.kind == le::Branch::Kind::Havoc) return std::nullopt;
        both.push_back(arena_.member(way.kind == le::Branch::Kind::Keep ? cell : way.value, wanted));
        either.push_back(arena_.conjunction(both));
      }
      parts.push_back(arena_.disjunction(either));
    }
    TermId formula = arena_.conjunction(parts);
    if (from == nullptr) return decided(formula);
    formula = arena_.rewrite(formula, [&](TermId leaf) {
      for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k) {
        const TermId cell = le::own_cell(arena_, system_.counts.arrays[k], process);
        if (leaf == cell) return arena_.constructor(arena_.sort(cell), from->values[k]);
      }
      return leaf;
    });
    bool more = false;
    each_process(arena_, formula, [&](TermId one) { more = more || one == process; });
    return more ? std::nullopt : std::optional(decided(formula));
  }

  // The formula with what the guard and the narrowed sets decide.
  TermId decided(TermId formula) {
    if (!arena_.is_atom(formula)) {
      std::vector<TermId> parts;
      ArgsCopy args(arena_.args(formula));
      for (const TermId part : args.span()) parts.push_back(decided(part));
      return arena_.op(formula) == Op::And ? arena_.conjunction(parts) : arena_.disjunction(parts);
    }
    if (arena_.op(formula) != Op::Member) return formula;
    const TermId term = arena_.args(formula)[0];
    std::uint64_t known = ~std::uint64_t{0};
    if (arena_.op(term) == Op::Cell) known = system_.narrowed[arena_.symbol(term).index()];
    for (const TermId literal : instance_.guard) {
      if (arena_.op(literal) == Op::Member && arena_.args(literal)[0] == term) known &= arena_.set(literal);
    }
    if ((known & arena_.set(formula)) == 0) return arena_.truth(false);
    if ((known & ~arena_.set(formula) & arena_.full_set(arena_.sort(term))) == 0) return arena_.truth(true);
    return formula;
  }

  void add(TermId formula, TermId count, int sign) {
    summands_.push_back({formula, count, sign});
    if (formula == arena_.truth(true) || formula == arena_.truth(false)) return;
    if (std::find(open_.begin(), open_.end(), formula) == open_.end()) open_.push_back(formula);
  }

  void add_named(TermId process) {
    const auto arrives_here = arrives(process, nullptr);
    PARAPET_CHECK(arrives_here.has_value(), "no cell of an array is assigned any value");
    add(*arrives_here, {}, 1);
    std::vector<TermId> as_anybody;
    for (const Others& one : others_) {
      std::vector<TermId> both{one.moves};
      for (std::size_t k = 0; k < system_.counts.arrays.size(); ++k)
        both.push_back(arena_.member(le::own_cell(arena_, system_.counts.arrays[k], process), std::uint64_t{1} << one.from->values[k]));
      as_anybody.push_back(arena_.conjunction(both));
    }
    add(decided(arena_.disjunction(as_anybody)), {}, -1);
  }

  // The negation of a formula, with disjuncts that exclude each other.
  TermId excluded(TermId formula) {
    if (arena_.is_atom(formula)) return arena_.negate(formula);
    std::vector<TermId> parts(arena_.args(formula).begin(), arena_.args(formula).end());
    std::stable_sort(parts.begin(), parts.end(), [&](TermId a, TermId b) { return first_symbol(a) < first_symbol(b); });
    std::vector<TermId> negated;
    if (arena_.op(formula) == Op::Or) {
      for (const TermId part : parts) negated.push_back(excluded(part));
      return arena_.conjunction(negated);
    }
    for (std::size_t k = 0; k < parts.size(); ++k) {
      std::vector<TermId> way(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(k));
      way.push_back(excluded(parts[k]));
      negated.push_back(arena_.conjunction(way));
    }
    return arena_.disjunction(negated);
  }

  [[nodiscard]] std::uint32_t first_symbol(TermId formula) const {
    std::uint32_t least = UINT32_MAX;
    each_leaf(arena_, formula, [&](TermId leaf) {
      if (arena_.op(leaf) == Op::Cell) least = std::min(least, arena_.symbol(leaf).value);
    });
    return least;
  }

  void split(std::size_t k, std::vector<TermId> conditions, std::vector<Alternative>& out) {
    if (k < open_.size()) {
      for (const bool holds : {true, false}) {
        truth_.push_back(holds);
        std::vector<TermId> more = conditions;
        more.push_back(holds ? open_[k] : excluded(open_[k]));
        if (arena_.conjunction(more) != arena_.truth(false)) split(k + 1, std::move(more), out);
        truth_.pop_back();
      }
      return;
    }
    std::vector<TermId> counts;
    std::vector<Rational> coefficients;
    std::int64_t shift = 0;
    for (const Summand& one : summands_) {
      if (!holds(one.formula)) continue;
      if (one.count.valid()) {
        counts.push_back(one.count);
        coefficients.emplace_back(one.sign);
      } else {
        shift += one.sign;
      }
    }
    const TermId value = arena_.sum(coefficients, counts, Rational(shift), Signature::integer);
    for (le::Conjunction& conjunction : table_.disjuncts(instance_, arena_.conjunction(conditions)))
      out.push_back({std::move(conjunction), le::Branch::Kind::Set, value});
  }

  [[nodiscard]] bool holds(TermId formula) const {
    if (formula == arena_.truth(true)) return true;
    const auto at = std::find(open_.begin(), open_.end(), formula);
    return at != open_.end() && truth_[static_cast<std::size_t>(at - open_.begin())];
  }

  InstanceTable& table_;
  const le::System& system_;
  TermArena& arena_;
  TransitionInstance& instance_;
  const le::CountType& type_;
  std::vector<Others> others_;
  std::vector<Summand> summands_;
  std::vector<TermId> open_;  // formulas to split on
  std::vector<bool> truth_;   // of the first of them
};

std::vector<Alternative> InstanceTable::count_alternatives(TransitionInstance& instance, std::size_t type) {
  return CountUpdate(*this, instance, type).run();
}

}  // namespace parapet::search
