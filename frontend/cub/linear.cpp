#include "frontend/cub/linear.h"

namespace parapet::cub {
namespace {

// Two accesses have the same key iff they are equal up to source ranges.
std::u32string key_of(const ld::Term& access) {
  std::u32string key;
  const auto process = [&](const ld::Term& term) {
    key.push_back(term.kind == ld::Term::Kind::Process ? 0 : 1);
    key.push_back(term.index);
  };
  // Two counts are never taken as equal here: which sets of processes they count is known later (le/counts.h).
  if (access.kind == ld::Term::Kind::Count) return {2, access.range.begin, access.range.end};
  if (access.kind == ld::Term::Kind::Processes) return {3};
  key.push_back(4);
  key.push_back(access.index);
  for (const ld::Term& index : access.args) process(index);
  for (const ld::Term& reader : access.reader) process(reader);
  return key;
}

}  // namespace

void Linear::add(const ld::Term& access, const Rational& factor) {
  const auto [at, fresh] = positions_.try_emplace(key_of(access), accesses_.size());
  if (fresh) {
    accesses_.push_back(access);
    coefficients_.push_back(factor);
  } else {
    coefficients_[at->second] = coefficients_[at->second] + factor;
  }
}

void Linear::add(const Linear& other, const Rational& factor) {
  for (std::size_t k = 0; k < other.accesses_.size(); ++k) add(other.accesses_[k], factor * other.coefficients_[k]);
  number = number + factor * other.number;
}

const ld::Term* Linear::cancelled() const {
  for (std::size_t k = 0; k < accesses_.size(); ++k) {
    if (coefficients_[k].is_zero()) return &accesses_[k];
  }
  return nullptr;
}

ld::Term Linear::to_term(SourceRange range) const {
  ld::Term result;
  result.sort = sort;
  result.range = range;
  result.number = number;
  for (std::size_t k = 0; k < accesses_.size(); ++k) {
    if (coefficients_[k].is_zero()) continue;
    result.args.push_back(accesses_[k]);
    result.coefficients.push_back(coefficients_[k]);
  }
  if (result.args.empty()) return result;
  if (result.args.size() == 1 && number.is_zero() && result.coefficients[0] == Rational(1)) return result.args[0];
  result.kind = ld::Term::Kind::Sum;
  return result;
}

}  // namespace parapet::cub
