// Elaboration of formulas: connectives, quantifiers, comparisons, predicates.
#include <unordered_set>
#include <utility>

#include "base/contract.h"
#include "base/printable.h"
#include "frontend/cub/elaborator.h"

namespace parapet::cub {
namespace {

ld::Formula::Kind formula_kind(NodeKind kind) {
  using Kind = ld::Formula::Kind;
  switch (kind) {  // NOLINT: terms and calls do not come here
    case NodeKind::True:
      return Kind::True;
    case NodeKind::False:
      return Kind::False;
    case NodeKind::Compare:
      return Kind::Compare;
    case NodeKind::Not:
      return Kind::Not;
    case NodeKind::And:
      return Kind::And;
    case NodeKind::Or:
      return Kind::Or;
    case NodeKind::Implies:
      return Kind::Implies;
    case NodeKind::Iff:
      return Kind::Iff;
    case NodeKind::If:
      return Kind::IfThenElse;
    case NodeKind::Forall:
    case NodeKind::ForallValue:
      return Kind::Forall;
    case NodeKind::Exists:
    case NodeKind::ExistsValue:
      return Kind::Exists;
    case NodeKind::ForallOther:
      return Kind::ForallOther;
    case NodeKind::ExistsOther:
      return Kind::ExistsOther;
    default:
      PARAPET_CHECK(false, "a node that is a formula");
      return Kind::True;
  }
}

bool says_forall(NodeKind kind) { return kind == NodeKind::Forall || kind == NodeKind::ForallOther; }
bool says_other(NodeKind kind) { return kind == NodeKind::ForallOther || kind == NodeKind::ExistsOther; }

std::string_view keyword(NodeKind kind) {
  if (says_forall(kind)) return kind == NodeKind::Forall ? "`forall`" : "`forall_other`";
  return kind == NodeKind::Exists ? "`exists`" : "`exists_other`";
}

bool is_order(ld::Comparison comparison) { return comparison != ld::Comparison::Equal && comparison != ld::Comparison::Different; }

}  // namespace

ld::Formula Elaborator::formula(NodeId id, Polarity polarity) {
  const Node& node = syntax_[id];
  const Deeper level(*this, node.range);
  if (!level.fits()) return {};
  if (node.kind == NodeKind::Call) return call(node, polarity);
  ld::Formula result;
  result.kind = formula_kind(node.kind);
  result.range = node.range;
  if (node.kind == NodeKind::Compare) {
    compare(node, polarity, result);
  } else if (node.kind == NodeKind::ForallValue || node.kind == NodeKind::ExistsValue) {
    value_quantified(node, polarity, result);
  } else if (is_quantifier(node.kind)) {
    quantified(node, polarity, result);
  } else {
    operands(node, polarity, result);
  }
  return result;
}

void Elaborator::operands(const Node& node, Polarity polarity, ld::Formula& result) {
  const auto parts = syntax_.children_of(node);
  result.args.reserve(parts.size());
  for (std::size_t k = 0; k < parts.size(); ++k) {
    Polarity inner = polarity;
    if (node.kind == NodeKind::Not || (node.kind == NodeKind::Implies && k == 0)) inner = polarity.negated();
    if (node.kind == NodeKind::Iff || (node.kind == NodeKind::If && k == 0)) inner = polarity.both();
    result.args.push_back(formula(parts[k], inner));
  }
}

bool Elaborator::quantifier_allowed(const Node& node, Polarity& polarity) {
  const std::string word(keyword(node.kind));
  const auto refuse = [&](const std::string& message, const std::string& hint) {
    error(node.range, message, hint);
    return false;
  };
  if (place_ == Place::Count) return refuse(word + " is not allowed in a count", "a count is over the cells of one process");
  if (place_ == Place::CaseCondition) return refuse(word + " is not allowed in a condition of `case`", "");
  if (place_ == Place::Init && says_other(node.kind))
    return refuse(word + " is not allowed in `init`", "write forall, which includes the parameters");
  for (Polarity::Reading* const reading : {&polarity.positive, &polarity.negative}) {
    if (!reading->occurs) continue;
    const bool positive = reading == &polarity.positive;
    const bool universal = says_forall(node.kind) == positive;
    const std::string negated = positive ? "" : " under a negation";
    if (place_ == Place::Init && !universal) return refuse(word + negated + " is not allowed in `init`", "`init` holds for all processes");
    if ((place_ == Place::Unsafe || place_ == Place::Invariant) && universal) {
      return refuse(word + negated + " is not allowed in " + (place_ == Place::Unsafe ? "`unsafe`" : "`invariant`"),
                    "these formulas say what some processes do: parameters and `exists`");
    }
    if (place_ == Place::Guard && !universal && reading->under_universal) {
      return refuse(word + negated + " is not allowed inside a universal quantifier",
                    "move it out: the process it names can be a parameter");
    }
    reading->under_universal |= universal;
  }
  return true;
}

void Elaborator::quantified(const Node& node, Polarity polarity, ld::Formula& result) {
  if (!quantifier_allowed(node, polarity)) return;
  const auto parts = syntax_.children_of(node);
  const std::size_t count = parts.size() - 1;
  std::unordered_set<std::string_view> seen;
  for (std::size_t k = 0; k < count; ++k) {
    const Name name = syntax_.name_of(syntax_[parts[k]]);
    if (!seen.insert(name.text).second) error(name.range, "the name " + quote(name.text) + " is repeated");
    const bool distinct_names = place_ == Place::Unsafe || place_ == Place::Invariant;
    const Scope::Meaning meaning = scope_.find(name.text);
    const auto* const variable = std::get_if<ld::Variable>(&meaning);
    if (distinct_names && variable != nullptr && *variable < declaration_->parameters) {
      error(name.range, "the name " + quote(name.text) + " is a parameter already", "choose another name");
    }
    result.bound.push_back(scope_.bind(name.text));
  }
  result.args.push_back(formula(parts[count], polarity));
  scope_.unbind(count);
}

void Elaborator::comparison(const Node& node, ld::Formula& result) {
  const auto parts = syntax_.children_of(node);
  result.comparison = node.comparison;
  const bool right_first = needs_context(parts[0]);
  std::optional<ld::Term> left;
  std::optional<ld::Term> right;
  if (!right_first) left = term(parts[0]);
  right = left ? term_of(parts[1], left->sort) : term(parts[1]);
  if (right_first) left = right ? term_of(parts[0], right->sort) : term(parts[0]);
  if (!left || !right) return;
  if (left->sort != right->sort) {
    std::string hint = literal_hint(parts[0], right->sort);
    if (hint.empty()) hint = literal_hint(parts[1], left->sort);
    return error(node.range, type_clash(parts[0], left->sort, parts[1], right->sort), hint);
  }
  const Sort& sort = program_.signature[left->sort];
  if (is_order(node.comparison) && sort.kind == SortKind::Abstract) {
    return error(node.range, "values of the abstract type " + quote(sort.name) + " have no order", "compare them with = or <>");
  }
  if (is_order(node.comparison) && sort.kind == SortKind::Enum) {
    warning("enum-order", node.range, "this compares values of the enumeration " + quote(sort.name) + " in the order of their declaration");
  }
  result.terms.reserve(2);
  result.terms.push_back(std::move(*left));
  result.terms.push_back(std::move(*right));
  if (place_ == Place::Count && !countable(result)) result.terms.clear(), result.kind = ld::Formula::Kind::True;
}

}  // namespace parapet::cub
