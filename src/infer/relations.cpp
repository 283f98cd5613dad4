// `x = -5` implies x <= -5, x < 0 and x <= 0. Two leaves a and b are compared in the same way: if a literal says
//     a - b + rest + constant <= 0   and   rest >= r by the bounds of single leaves,   then   a - b <= -(r + constant).
#include "infer/relations.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>

#include "base/narrow.h"
#include "cube/transition_instance.h"

namespace parapet::search {

namespace {

struct Bounds {
  TermId leaf;
  std::optional<Rational> lower, upper;
};

// A linear atom as `sum <= 0` (or `sum < 0`): coefficients by leaf, and the constant.
struct Inequality {
  std::vector<std::pair<TermId, Rational>> parts;
  Rational constant;
};

Inequality inequality(const TermArena& arena, TermId sum, bool negative) {
  Inequality result;
  const Rational sign(negative ? -1 : 1);
  if (arena.op(sum) != Op::Sum) {
    result.parts.emplace_back(sum, sign);
    return result;
  }
  for (std::size_t k = 0; k < arena.args(sum).size(); ++k) result.parts.emplace_back(arena.args(sum)[k], sign * arena.coefficients(sum)[k]);
  result.constant = sign * arena.number(sum);
  return result;
}

class KnownOrder {
 public:
  KnownOrder(TermArena& arena, const std::vector<TermId>& literals) : arena_(arena) {
    for (const TermId literal : literals) {
      const Op op = arena.op(literal);
      if (op != Op::SumLessEqual && op != Op::SumLess && op != Op::SumZero) continue;
      inequalities_.push_back(inequality(arena, arena.args(literal)[0], false));
      if (op == Op::SumZero) inequalities_.push_back(inequality(arena, arena.args(literal)[0], true));
    }
    for (const Inequality& each : inequalities_) note_bound(each);
  }

  std::vector<TermId> relations() {
    for (const Inequality& each : inequalities_) {
      for (const auto& a : each.parts) {
        if (a.second != Rational(1)) continue;
        for (const auto& b : each.parts) {
          if (b.second == Rational(-1) && arena_.sort(a.first) == arena_.sort(b.first)) relate(each, a.first, b.first);
        }
      }
    }
    for (const Bounds& each : bounds_) compare_with_zero(each);
    return std::move(found_);
  }

 private:
  void compare_with_zero(const Bounds& each) {
    const SortId sort = arena_.sort(each.leaf);
    const TermId zero = arena_.number(Rational(0), sort);
    if (each.lower) {
      add(arena_.less_equal(arena_.number(*each.lower, sort), each.leaf));
      if (each.lower->sign() >= 0) add(arena_.less_equal(zero, each.leaf));
      if (each.lower->sign() > 0) add(arena_.less(zero, each.leaf));
    }
    if (each.upper) {
      add(arena_.less_equal(each.leaf, arena_.number(*each.upper, sort)));
      if (each.upper->sign() <= 0) add(arena_.less_equal(each.leaf, zero));
      if (each.upper->sign() < 0) add(arena_.less(each.leaf, zero));
    }
  }

  Bounds& bounds(TermId leaf) {
    const auto at = std::find_if(bounds_.begin(), bounds_.end(), [&](const Bounds& b) { return b.leaf == leaf; });
    return at != bounds_.end() ? *at : bounds_.emplace_back(Bounds{leaf, {}, {}});
  }

  void note_bound(const Inequality& each) {
    if (each.parts.size() != 1) return;
    const Rational bound = -each.constant / each.parts[0].second;
    Bounds& known = bounds(each.parts[0].first);
    if (each.parts[0].second.sign() > 0) {
      if (!known.upper || bound < *known.upper) known.upper = bound;
    } else if (!known.lower || bound > *known.lower) {
      known.lower = bound;
    }
  }

  void relate(const Inequality& each, TermId a, TermId b) {
    Rational least = each.constant;
    for (const auto& [leaf, coefficient] : each.parts) {
      if (leaf == a || leaf == b) continue;
      const Bounds& known = bounds(leaf);
      const auto& end = coefficient.sign() > 0 ? known.lower : known.upper;
      if (!end) return;
      least = least + coefficient * *end;
    }
    if (least.sign() < 0) return;
    add(arena_.less_equal(a, b));
    if (least.sign() > 0) add(arena_.less(a, b));
  }

  void add(TermId literal) {
    if (std::find(found_.begin(), found_.end(), literal) == found_.end()) found_.push_back(literal);
  }

  TermArena& arena_;
  std::vector<Inequality> inequalities_;
  std::vector<Bounds> bounds_;
  std::vector<TermId> found_;
};

}  // namespace

std::vector<TermId> implied_order(TermArena& arena, const std::vector<TermId>& literals) { return KnownOrder(arena, literals).relations(); }

// For a relation r over processes z0, z1 and an array C of an enumeration (a control location) the candidates are:
//   r                               if no explored state satisfies it;
//   r && C[z0] in S                 S = { v : no explored state satisfies r && C[z0] = v };
//   r && C[z0] in S && C[z1] in T   S x T a maximal rectangle of { (v, w) : no explored state satisfies r && C[z0] = v && C[z1] = w }.

namespace {

class Miner {
 public:
  Miner(Context& context, Generalizer& generalizer, std::uint32_t variables)
      : context_(context), arena_(context.arena), generalizer_(generalizer), processes_(std::min(variables, 2u)) {}

  std::vector<Generalization> run(std::size_t most) {
    collect_terms();
    for (std::size_t a = 0; a < numbers_.size(); ++a) {
      for (std::size_t b = a + 1; b < numbers_.size(); ++b) {
        if (arena_.sort(numbers_[a]) != arena_.sort(numbers_[b])) continue;
        relate(arena_.less(numbers_[a], numbers_[b]));
        relate(arena_.less(numbers_[b], numbers_[a]));
        relate(arena_.equal(numbers_[a], numbers_[b]));
      }
    }
    generalizer_.sort(found_);
    if (found_.size() > most) found_.resize(most);
    return std::move(found_);
  }

 private:
  void collect_terms() {
    const Signature& signature = arena_.signature();
    std::vector<TermId> processes;
    for (std::uint32_t p = 0; p < processes_; ++p) processes.push_back(arena_.process(p));
    for (std::size_t k = 0; k < signature.symbols().size(); ++k) {
      const SymbolId symbol(k);
      const Symbol& s = signature[symbol];
      if (s.derived()) continue;  // the instance has no cell for it
      const SortKind kind = signature[s.sort].kind;
      const bool number = kind == SortKind::Int || kind == SortKind::Real;
      if (s.arity == 1 && kind == SortKind::Enum && !s.weak) controls_.push_back(symbol);
      if (!number || s.arity > 2) continue;
      const auto range = [&](std::size_t) { return std::span<const TermId>(processes); };
      const auto any = [](const std::vector<TermId>&, TermId) { return true; };
      each_tuple(s.arity, range, any, [&](const std::vector<TermId>& indices) { numbers_.push_back(arena_.cell(symbol, indices)); });
    }
  }

  [[nodiscard]] std::uint32_t processes_of(TermId relation) const {
    std::uint32_t last = 0;
    each_process(arena_, relation, [&](TermId p) {
      if (arena_.op(p) == Op::ProcessVar) last = std::max(last, arena_.process_number(p) + 1);
    });
    return last;
  }

  void relate(TermId relation) {
    if (!arena_.is_atom(relation) || relation == arena_.truth(true) || relation == arena_.truth(false)) return;
    const std::uint32_t processes = processes_of(relation);
    if (generalizer_.is_empty({relation}, processes)) {
      found_.push_back(generalizer_.describe({relation}));
      return;
    }
    for (const SymbolId control : controls_) {
      if (processes == 1) with_one(relation, control);
      if (processes == 2) with_two(relation, control);
    }
  }

  [[nodiscard]] std::uint64_t values(SymbolId control) const {
    return arena_.full_set(arena_.signature()[control].sort) & context_.system.narrowed[control.index()];
  }

  [[nodiscard]] TermId at(SymbolId control, std::uint32_t process, std::uint64_t set) {
    const TermId index = arena_.process(process);
    return arena_.member(arena_.cell(control, {&index, 1}), set);
  }

  void with_one(TermId relation, SymbolId control) {
    std::uint64_t set = 0;
    for (std::uint64_t rest = values(control); rest != 0; rest &= rest - 1) {
      const std::uint64_t value = rest & -rest;
      if (generalizer_.is_empty({relation, at(control, 0, value)}, 1)) set |= value;
    }
    if (set != 0 && set != values(control)) found_.push_back(generalizer_.describe({relation, at(control, 0, set)}));
  }

  void with_two(TermId relation, SymbolId control) {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> rows;  // value of z0 -> values of z1
    for (std::uint64_t rest = values(control); rest != 0; rest &= rest - 1) {
      const std::uint64_t first = rest & -rest;
      std::uint64_t seconds = 0;
      for (std::uint64_t others = values(control); others != 0; others &= others - 1) {
        const std::uint64_t second = others & -others;
        if (generalizer_.is_empty({relation, at(control, 0, first), at(control, 1, second)}, 2)) seconds |= second;
      }
      if (seconds != 0) rows.emplace_back(first, seconds);
    }
    for (const auto& [first, seconds] : rows) {
      std::uint64_t firsts = 0;
      for (const auto& [other, others] : rows) {
        if ((seconds & ~others) == 0) firsts |= other;
      }
      le::Conjunction literals{relation};
      if (firsts != values(control)) literals.push_back(at(control, 0, firsts));
      if (seconds != values(control)) literals.push_back(at(control, 1, seconds));
      if (literals.size() > 1) found_.push_back(generalizer_.describe(std::move(literals)));
    }
  }

  Context& context_;
  TermArena& arena_;
  Generalizer& generalizer_;
  std::uint32_t processes_;
  std::vector<TermId> numbers_;
  std::vector<SymbolId> controls_;
  std::vector<Generalization> found_;
};

}  // namespace

std::vector<Generalization> relation_candidates(Context& context, Generalizer& generalizer, std::uint32_t variables, std::size_t most) {
  return Miner(context, generalizer, variables).run(most);
}

}  // namespace parapet::search
