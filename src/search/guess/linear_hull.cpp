#include "search/guess/linear_hull.h"

#include <algorithm>

namespace parapet::search {

void LinearSpan::reduce(RationalVector& vector) const {
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    const Rational factor = vector[pivots_[r]];
    if (factor.is_zero()) continue;
    for (std::size_t c = 0; c < columns_; ++c) {
      if (!rows_[r][c].is_zero()) vector[c] = vector[c] - factor * rows_[r][c];
    }
  }
}

bool LinearSpan::add(RationalVector vector) {
  reduce(vector);
  const auto at = std::find_if(vector.begin(), vector.end(), [](const Rational& entry) { return !entry.is_zero(); });
  if (at == vector.end()) return false;
  const auto pivot = static_cast<std::size_t>(at - vector.begin());
  const Rational first = *at;
  for (Rational& entry : vector) {
    if (!entry.is_zero()) entry = entry / first;
  }
  for (RationalVector& row : rows_) {
    const Rational factor = row[pivot];
    if (factor.is_zero()) continue;
    for (std::size_t c = 0; c < columns_; ++c) {
      if (!vector[c].is_zero()) row[c] = row[c] - factor * vector[c];
    }
  }
  rows_.push_back(std::move(vector));
  pivots_.push_back(pivot);
  return true;
}

// With pivots P and a column c that is none: v(c) = the sum over p in P of row(p)[c] * v(p) for every v of the span.
std::vector<RationalVector> LinearSpan::vanishing_forms() const {
  std::vector<RationalVector> forms;
  for (std::size_t c = 0; c < columns_; ++c) {
    if (std::find(pivots_.begin(), pivots_.end(), c) != pivots_.end()) continue;
    RationalVector& form = forms.emplace_back(columns_);
    form[c] = Rational(1);
    for (std::size_t r = 0; r < rows_.size(); ++r) form[pivots_[r]] = -rows_[r][c];
  }
  return forms;
}

}  // namespace parapet::search
