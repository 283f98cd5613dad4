// Intervals of numbers: closed, and without a bound on a side where nothing is known.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/number.h"
#include "logic/term.h"

namespace parapet {

struct Interval {
  std::optional<Rational> low, high;

  [[nodiscard]] bool bounded() const { return low || high; }
  [[nodiscard]] bool empty() const { return low && high && *low > *high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

[[nodiscard]] Interval exactly(const Rational& value);
[[nodiscard]] Interval hull(const Interval& a, const Interval& b);  // of the union
[[nodiscard]] Interval intersection(const Interval& a, const Interval& b);
// The values of a sum, and of a multiple, of numbers in the intervals.
[[nodiscard]] Interval operator+(const Interval& a, const Interval& b);
[[nodiscard]] Interval operator*(const Rational& factor, const Interval& a);
// "[1, 5]", "[0, ...)", "(..., ...)".
[[nodiscard]] std::string to_string(const Interval& interval);

// The values of a term of a numeric sort, if every cell holds a value in the interval of its symbol. A read has the values of its location,
// a fresh term any value.
[[nodiscard]] Interval range(const TermArena& arena, const std::vector<Interval>& by_symbol, TermId term);

// A comparison of one term with a number confines the term to an interval; a strict one on reals to the closed one.
struct Confined {
  TermId term;
  Interval interval;
};
// Nothing for other formulas.
[[nodiscard]] std::optional<Confined> confined(const TermArena& arena, TermId atom);

// Appends the literals that say that the term is in the interval.
void add_bounds(TermArena& arena, TermId term, const Interval& interval, std::vector<TermId>& literals);

}  // namespace parapet
