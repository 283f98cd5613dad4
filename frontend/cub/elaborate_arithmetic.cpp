// Linear terms: a sum of accesses with constant factors and a number, independent of the order and parentheses of the text.
#include <utility>

#include "frontend/cub/elaborator.h"

namespace parapet::cub {

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
