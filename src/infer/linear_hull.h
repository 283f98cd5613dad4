// Linear algebra over the rationals for count lemmas.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/number.h"

namespace parapet::search {

using RationalVector = std::vector<Rational>;

// A set of vectors up to their linear span, in reduced row echelon form: the first entry of each row is 1, in a column where every other row
// has 0.
class LinearSpan {
 public:
  explicit LinearSpan(std::size_t columns) : columns_(columns) {}

  // False: the vector is in the span already.
  bool add(RationalVector vector);
  [[nodiscard]] std::size_t rank() const { return rows_.size(); }
  // A basis of the linear forms that are 0 on all vectors of the span. Each has a last column whose coefficient is 1; the other columns that
  // it has are as far left as possible.
  [[nodiscard]] std::vector<RationalVector> vanishing_forms() const;

 private:
  void reduce(RationalVector& vector) const;

  std::size_t columns_;
  std::vector<RationalVector> rows_;
  std::vector<std::size_t> pivots_;  // by row: its first column
};

// The forms that vanish on many vectors of integers, most of which are in the span of earlier ones: such a vector is recognised by the forms
// themselves, in machine numbers.
class AffineHull {
 public:
  explicit AffineHull(std::size_t columns) : span_(columns) { update(); }

  // False: no form vanishes on all vectors so far, and more vectors change nothing.
  bool add(const std::vector<std::int64_t>& vector);
  [[nodiscard]] const std::vector<RationalVector>& vanishing_forms() const { return forms_; }

 private:
  void update();

  LinearSpan span_;
  std::vector<RationalVector> forms_;
  std::vector<std::vector<std::int64_t>> whole_;  // those of the forms that have small whole coefficients, with them
};

}  // namespace parapet::search
