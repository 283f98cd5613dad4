// `x = -5` implies x <= -5, x < 0 and x <= 0. Two leaves a and b are compared in the same way: if a literal says
//     a - b + rest + constant <= 0   and   rest >= r by the bounds of single leaves,   then   a - b <= -(r + constant).
#include "infer/relations.h"

#include <algorithm>
#include <optional>

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

}  // namespace parapet::search
