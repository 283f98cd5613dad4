#include "infer/linear_hull.h"

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

void AffineHull::update() {
  forms_ = span_.vanishing_forms();
  whole_.clear();
  for (const RationalVector& form : forms_) {
    Rational scale(1);
    for (const Rational& entry : form) {
      if (!entry.is_integer()) scale = scale * Rational((entry * scale).denominator());
    }
    std::vector<std::int64_t> whole(form.size(), 0);
    bool small = true;
    for (std::size_t c = 0; c < form.size(); ++c) {
      if (form[c].is_zero()) continue;
      const auto number = (form[c] * scale).numerator().small();
      small = small && number;
      whole[c] = number.value_or(0);
    }
    if (small) whole_.push_back(std::move(whole));
  }
}

bool AffineHull::add(const std::vector<std::int64_t>& vector) {
  // A few processes have few types: most entries are 0.
  std::vector<std::size_t> used;
  for (std::size_t c = 0; c < vector.size(); ++c) {
    if (vector[c] != 0) used.push_back(c);
  }
  const auto vanishes = [&](const std::vector<std::int64_t>& form) {
    std::int64_t total = 0;
    for (const std::size_t c : used) {
      std::int64_t part = 0;
      if (__builtin_mul_overflow(form[c], vector[c], &part) || __builtin_add_overflow(total, part, &total)) return false;
    }
    return total == 0;
  };
  // Where that cannot be said in machine numbers, elimination says whether the vector is in the span.
  const bool known = whole_.size() == forms_.size() && std::all_of(whole_.begin(), whole_.end(), vanishes);
  if (!known && span_.add(RationalVector(vector.begin(), vector.end()))) update();
  return !forms_.empty();
}

}  // namespace parapet::search
