// Count lemmas by weights: for a shared number, how much each transition changes it and how much each type of process weighs.
#include <algorithm>
#include <bit>
#include <optional>

#include "base/narrow.h"
#include "infer/count_lemmas.h"
#include "le/system.h"

namespace parapet::search {
namespace {

class Weights {
 public:
  Weights(Context& context, SymbolId number, SymbolId array, Rational start, std::uint64_t initial)
      : system_(context.system),
        arena_(context.arena),
        number_(number),
        array_(array),
        start_(std::move(start)),
        values_(arena_.full_set(arena_.signature()[array].sort)),
        weights_(arena_.signature()[arena_.signature()[array].sort].constructors.size()) {
    for (std::size_t l = 0; l < weights_.size(); ++l) {
      if ((initial >> l & 1) != 0) weights_[l] = Rational(0);
    }
  }

  void run(std::vector<std::vector<TermId>>& out) {
    for (const le::Transition& transition : system_.transitions) {
      if (!look_at(transition)) return;
    }
    if (!spread()) return;
    if (std::all_of(weights_.begin(), weights_.end(), [](const auto& weight) { return !weight || weight->is_zero(); })) return;
    out.push_back({arena_.different(arena_.cell(number_, {}), expected())});
    for (const Hidden& hidden : hidden_) add_hidden(hidden, out);
  }

 private:
  struct Edge {
    std::size_t from = 0, to = 0;
    Rational change;
  };
  // A transition that moves a process from one constructor to another and assigns the number a value that is not its old one plus a constant.
  struct Hidden {
    const le::Transition* transition = nullptr;
    TermId value, index;
    std::size_t from = 0, to = 0;
  };

  // False: there are no weights.
  bool look_at(const le::Transition& transition) {
    const le::Update *of_number = nullptr, *of_array = nullptr;
    for (const le::Update& update : system_.updates[transition.source]) {
      if (update.symbol == number_) of_number = &update;
      if (update.symbol == array_) of_array = &update;
    }
    const auto plain = [](const le::Update* update) {
      return update->branches.size() == 1 && update->branches[0].kind == le::Branch::Kind::Set && update->bound.empty();
    };
    if ((of_number != nullptr && !plain(of_number)) || (of_array != nullptr && !plain(of_array))) return false;
    std::optional<Rational> change = Rational(0);
    if (of_number != nullptr) change = change_of(transition, of_number->branches[0].value);
    if (of_array == nullptr) return change && change->is_zero();
    const TermId value = of_array->branches[0].value;
    if (arena_.op(value) != Op::Constructor) return false;
    std::uint64_t allowed = values_;
    for (const TermId literal : transition.guard) {
      if (arena_.op(literal) == Op::Member && arena_.args(literal)[0] == arena_.cell(array_, of_array->target))
        allowed &= arena_.set(literal);
    }
    for (std::uint64_t rest = allowed; rest != 0; rest &= rest - 1) {
      const auto from = narrow<std::size_t>(std::countr_zero(rest));
      const std::size_t to = arena_.position(value);
      if (change) {
        edges_.push_back({from, to, *change});
      } else {
        hidden_.push_back({&transition, of_number->branches[0].value, of_array->target[0], from, to});
      }
    }
    return true;
  }

  // The value minus X, if that is constant by itself or by one equality of the guard.
  [[nodiscard]] std::optional<Rational> change_of(const le::Transition& transition, TermId value) {
    const std::vector<Rational> signs{Rational(1), Rational(-1)};
    const std::vector<TermId> both{value, arena_.cell(number_, {})};
    const TermId difference = arena_.sum(signs, both, Rational(0), Signature::integer);
    if (arena_.op(difference) == Op::Number) return arena_.number(difference);
    const TermId leading = arena_.op(difference) == Op::Sum ? arena_.args(difference)[0] : difference;
    const Rational factor = arena_.op(difference) == Op::Sum ? arena_.coefficients(difference)[0] : Rational(1);
    for (const TermId literal : transition.guard) {
      if (arena_.op(literal) != Op::SumZero) continue;
      const TermId zero = arena_.args(literal)[0];
      Rational own;
      if (zero == leading) own = Rational(1);
      for (std::size_t k = 0; arena_.op(zero) == Op::Sum && k < arena_.args(zero).size(); ++k) {
        if (arena_.args(zero)[k] == leading) own = arena_.coefficients(zero)[k];
      }
      if (own.is_zero()) continue;
      const std::vector<Rational> scale{Rational(1), -(factor / own)};
      const std::vector<TermId> terms{difference, zero};
      if (!scale[1].is_integer()) continue;
      const TermId rest = arena_.sum(scale, terms, Rational(0), Signature::integer);
      if (arena_.op(rest) == Op::Number) return arena_.number(rest);
    }
    return std::nullopt;
  }

  // Weights along the edges; false: two ways give different ones.
  bool spread() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Edge& edge : edges_) {
        auto &from = weights_[edge.from], &to = weights_[edge.to];
        if (from && to && *to - *from != edge.change) return false;
        if (from && !to)
          to = *from + edge.change;
        else if (to && !from)
          from = *to - edge.change;
        else
          continue;
        changed = true;
      }
    }
    return true;
  }

  [[nodiscard]] Rational weight(std::size_t constructor) const { return weights_[constructor].value_or(Rational(0)); }

  [[nodiscard]] TermId expected() {
    std::vector<TermId> counts;
    std::vector<Rational> coefficients;
    const auto& arrays = system_.counts.arrays;
    const auto place = static_cast<std::size_t>(std::find(arrays.begin(), arrays.end(), array_) - arrays.begin());
    for (const le::CountType& type : system_.counts.types) {
      if (weight(type.values[place]).is_zero()) continue;
      counts.push_back(arena_.cell(type.symbol, {}));
      coefficients.push_back(weight(type.values[place]));
    }
    return arena_.sum(coefficients, counts, start_, Signature::integer);
  }

  void add_hidden(const Hidden& hidden, std::vector<std::vector<TermId>>& out) {
    const std::vector<le::Variable>& parameters = hidden.transition->parameters;
    std::vector<TermId> processes;
    for (std::uint32_t k = 0; k < parameters.size(); ++k) processes.push_back(arena_.process(k));
    const auto with_processes = [&](TermId term) {
      return arena_.rewrite(term, [&](TermId leaf) {
        return arena_.op(leaf) == Op::Variable ? le::value_of(arena_.variable_number(leaf), parameters, processes) : leaf;
      });
    };
    std::vector<TermId> literals;
    for (const TermId literal : hidden.transition->guard) literals.push_back(with_processes(literal));
    const TermId index = with_processes(hidden.index);
    literals.push_back(arena_.member(arena_.cell(array_, {&index, 1}), std::uint64_t{1} << hidden.from));
    const Rational one(1);
    const TermId number = arena_.cell(number_, {});
    const TermId kept = arena_.sum({&one, 1}, {&number, 1}, weight(hidden.to) - weight(hidden.from), Signature::integer);
    literals.push_back(arena_.different(with_processes(hidden.value), kept));
    if (arena_.conjunction(literals) != arena_.truth(false)) out.push_back(std::move(literals));
  }

  const le::System& system_;
  TermArena& arena_;
  SymbolId number_, array_;
  Rational start_;
  std::uint64_t values_;
  std::vector<std::optional<Rational>> weights_;  // by constructor
  std::vector<Edge> edges_;
  std::vector<Hidden> hidden_;
};

}  // namespace

std::vector<std::vector<TermId>> count_weights(Context& context) {
  std::vector<std::vector<TermId>> lemmas;
  const TermArena& arena = context.arena;
  const Signature& signature = context.system.program->signature;
  for (const le::Clause& clause : context.system.init) {
    // X = x0
    if (arena.op(clause.formula) != Op::SumZero) continue;
    const TermId sum = arena.args(clause.formula)[0];
    const bool single = arena.op(sum) != Op::Sum || arena.args(sum).size() == 1;
    if (!single) continue;
    const TermId cell = arena.op(sum) == Op::Sum ? arena.args(sum)[0] : sum;
    const Rational start = arena.op(sum) == Op::Sum ? -arena.number(sum) / arena.coefficients(sum)[0] : Rational(0);
    if (arena.op(cell) != Op::Cell || signature.symbols().size() <= arena.symbol(cell).index()) continue;
    const Symbol& number = signature[arena.symbol(cell)];
    if (number.arity != 0 || number.sort != Signature::integer || number.constant || !start.is_integer()) continue;
    for (const SymbolId array : context.system.counts.arrays) {
      if (signature[array].arity != 1) continue;
      std::uint64_t initial = arena.full_set(signature[array].sort);
      for (const le::Clause& other : context.system.init) {
        if (arena.op(other.formula) != Op::Member || other.bound.size() != 1) continue;
        const TermId own = arena.args(other.formula)[0];
        if (arena.op(own) == Op::Cell && arena.symbol(own) == array && arena.op(arena.args(own)[0]) == Op::Variable)
          initial &= arena.set(other.formula);
      }
      Weights(context, arena.symbol(cell), array, start, initial).run(lemmas);
    }
  }
  return lemmas;
}

}  // namespace parapet::search
