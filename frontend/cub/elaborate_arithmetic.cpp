// Linear terms: a sum of accesses with constant factors and a number, independent of the order and parentheses of the text.
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/cub/elaborator.h"

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

// A linear sum of accesses.
class Linear {
 public:
  SortId sort;  // invalid until the first summand is known
  Rational number;

  [[nodiscard]] bool is_constant() const { return accesses_.empty(); }
  // Adds factor * access; the coefficients of equal accesses are added.
  void add(const ld::Term& access, const Rational& factor);
  void add(const Linear& other, const Rational& factor);
  // The sum as a term: a number or a single access if it is one.
  [[nodiscard]] ld::Term to_term(SourceRange range) const;
  // An access whose coefficient became 0, or null.
  [[nodiscard]] const ld::Term* cancelled() const;

 private:
  std::vector<ld::Term> accesses_;
  std::vector<Rational> coefficients_;
  std::unordered_map<std::u32string, std::size_t> positions_;
};

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

std::optional<ld::Term> Elaborator::arithmetic(NodeId node) {
  Linear sum;
  if (!add_scaled(node, Rational(1), sum)) return std::nullopt;
  const ld::Term* const cancelled = sum.cancelled();
  if (cancelled != nullptr && cancelled->kind == ld::Term::Kind::Access && program_.signature[cancelled->symbol()].weak) {
    warning("cancelled-read", syntax_[node].range, "this term does not depend on " + written(cancelled->range) + ", which is not read");
  }
  return sum.to_term(syntax_[node].range);
}

bool Elaborator::agree(NodeId node, SortId sort, Linear& sum) {
  if (sort != Signature::integer && sort != Signature::real) {
    error(syntax_[node].range, "arithmetic is on `int` and `real`: " + written(node) + " is of type " + sort_name(sort));
    return false;
  }
  if (!sum.sort.valid()) sum.sort = sort;
  if (sum.sort == sort) return true;
  error(syntax_[node].range,
        "`int` and `real` do not mix: " + written(node) + " is of type " + sort_name(sort) + ", what comes before it of type " +
            sort_name(sum.sort),
        literal_hint(node, sum.sort));
  return false;
}

bool Elaborator::add_scaled(NodeId id, const Rational& factor, Linear& sum) {
  const Node& node = syntax_[id];
  const auto parts = syntax_.children_of(node);
  const Deeper level(*this, node.range);
  if (!level.fits()) return false;
  if (node.kind == NodeKind::Negate) return add_scaled(parts[0], -factor, sum);
  if (node.kind == NodeKind::Product) return add_product(node, factor, sum);
  if (node.kind == NodeKind::Sum) {
    bool right = true;
    for (const NodeId part : parts) right = add_scaled(part, factor, sum) && right;
    return right;
  }
  const auto value = term(id);
  if (!value || !agree(id, value->sort, sum)) return false;
  // A name may denote a whole sum: a `let`, or the argument of a predicate.
  if (budget_ != nullptr) budget_->spend(value->coefficients.size());
  for (std::size_t k = 0; k < value->coefficients.size(); ++k) sum.add(value->args[k], factor * value->coefficients[k]);
  const bool varies = value->kind != ld::Term::Kind::Number && value->kind != ld::Term::Kind::Sum;
  if (varies) sum.add(*value, factor);
  if (!varies) sum.number = sum.number + factor * value->number;
  return true;
}

bool Elaborator::add_product(const Node& node, const Rational& factor, Linear& sum) {
  Rational scale = factor;
  std::optional<Linear> varying;
  NodeId varying_node;
  NodeId last;
  bool real_scale = false;
  for (const NodeId part : syntax_.children_of(node)) {
    Linear value;
    if (!add_scaled(part, Rational(1), value)) return false;
    last = part;
    if (value.is_constant()) {
      scale = scale * value.number;
      real_scale = real_scale || value.sort == Signature::real;
    } else if (varying) {
      error(node.range, "this product is not linear: both " + written(varying_node) + " and " + written(part) + " vary",
            "one factor of a product is a number");
      return false;
    } else {
      varying = std::move(value);
      varying_node = part;
    }
  }
  if (!varying) {
    if (!agree(last, real_scale ? Signature::real : Signature::integer, sum)) return false;
    sum.number = sum.number + scale;
    return true;
  }
  // An integer may be the factor of a real term, but a real number not that of an integer term.
  if (real_scale && varying->sort == Signature::integer) {
    error(node.range, "`int` and `real` do not mix: " + written(varying_node) + " is of type `int` and has a real factor");
    return false;
  }
  if (!agree(varying_node, varying->sort, sum)) return false;
  sum.add(*varying, scale);
  return true;
}

}  // namespace parapet::cub
