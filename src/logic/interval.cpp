#include "logic/interval.h"

#include <algorithm>

namespace parapet {

Interval exactly(const Rational& value) { return {value, value}; }

Interval hull(const Interval& a, const Interval& b) {
  Interval result;
  if (a.low && b.low) result.low = std::min(*a.low, *b.low);
  if (a.high && b.high) result.high = std::max(*a.high, *b.high);
  return result;
}

Interval intersection(const Interval& a, const Interval& b) {
  Interval result = a;
  if (b.low && (!a.low || *b.low > *a.low)) result.low = b.low;
  if (b.high && (!a.high || *b.high < *a.high)) result.high = b.high;
  return result;
}

Interval operator+(const Interval& a, const Interval& b) {
  Interval result;
  if (a.low && b.low) result.low = *a.low + *b.low;
  if (a.high && b.high) result.high = *a.high + *b.high;
  return result;
}

Interval operator*(const Rational& factor, const Interval& a) {
  if (factor.is_zero()) return exactly(Rational(0));
  Interval result;
  if (a.low) (factor.sign() > 0 ? result.low : result.high) = factor * *a.low;
  if (a.high) (factor.sign() > 0 ? result.high : result.low) = factor * *a.high;
  return result;
}

std::string to_string(const Interval& interval) {
  return (interval.low ? "[" + interval.low->to_string() : std::string("(...")) + ", " +
         (interval.high ? interval.high->to_string() + "]" : std::string("...)"));
}

Interval range(const TermArena& arena, const std::vector<Interval>& by_symbol, TermId term) {
  switch (arena.op(term)) {
    case Op::Number:
      return exactly(arena.number(term));
    case Op::Cell:
      return by_symbol[arena.symbol(term).index()];
    case Op::Read:
      return range(arena, by_symbol, arena.location(term));
    case Op::Sum: {
      Interval total = exactly(arena.number(term));
      for (std::size_t k = 0; k < arena.args(term).size(); ++k) {
        total = total + arena.coefficients(term)[k] * range(arena, by_symbol, arena.args(term)[k]);
      }
      return total;
    }
    default:
      return {};
  }
}

std::optional<Confined> confined(const TermArena& arena, TermId atom) {
  const Op op = arena.op(atom);
  if (op != Op::SumLessEqual && op != Op::SumLess && op != Op::SumZero) return std::nullopt;
  const TermId sum = arena.args(atom)[0];
  Confined result{sum, {}};
  Rational factor(1);
  Rational limit(0);
  if (arena.op(sum) == Op::Sum) {
    if (arena.args(sum).size() != 1) return std::nullopt;
    result.term = arena.args(sum)[0];
    factor = arena.coefficients(sum)[0];
    limit = -arena.number(sum) / factor;
  }
  if (op == Op::SumZero || factor.sign() > 0) result.interval.high = limit;
  if (op == Op::SumZero || factor.sign() < 0) result.interval.low = limit;
  return result;
}

void add_bounds(TermArena& arena, TermId term, const Interval& interval, std::vector<TermId>& literals) {
  const SortId sort = arena.sort(term);
  if (interval.low) literals.push_back(arena.less_equal(arena.number(*interval.low, sort), term));
  if (interval.high) literals.push_back(arena.less_equal(term, arena.number(*interval.high, sort)));
}

}  // namespace parapet
