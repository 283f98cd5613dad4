#include "random/normal.h"

#include <algorithm>
#include <utility>

namespace parapet::test {
namespace {

using ld::Comparison;
using ld::Formula;
using Kind = Normal::Kind;

Comparison negation(Comparison comparison) {
  switch (comparison) {
    case Comparison::Equal:
      return Comparison::Different;
    case Comparison::Different:
      return Comparison::Equal;
    case Comparison::Less:
      return Comparison::GreaterEqual;
    case Comparison::LessEqual:
      return Comparison::Greater;
    case Comparison::Greater:
      return Comparison::LessEqual;
    case Comparison::GreaterEqual:
      return Comparison::Less;
  }
  return comparison;
}

Normal leaf(Kind kind) {
  Normal result;
  result.kind = kind;
  return result;
}

Normal join(Kind kind, std::vector<Normal> args) {
  Normal result = leaf(kind);
  result.args = std::move(args);
  return result;
}

// (A && B) || (C && D)
Normal either(Normal a, Normal b, Normal c, Normal d) {
  return join(Kind::Or, {join(Kind::And, {std::move(a), std::move(b)}), join(Kind::And, {std::move(c), std::move(d)})});
}

Normal quantifier(const Formula& formula, bool positive) {
  const bool says_forall = formula.kind == Formula::Kind::Forall || formula.kind == Formula::Kind::ForallOther;
  Normal result = leaf(says_forall == positive ? Kind::Forall : Kind::Exists);
  result.source = &formula;
  result.others = formula.kind == Formula::Kind::ForallOther || formula.kind == Formula::Kind::ExistsOther;
  result.args.push_back(normal(formula.args[0], positive));
  return result;
}

bool false_without(const Normal& formula, Kind fence) {
  const auto& args = formula.args;
  const auto one = [&](const Normal& arg) { return false_without(arg, fence); };
  switch (formula.kind) {
    case Kind::True:
    case Kind::Compare:
      return false;
    case Kind::Fence:
    case Kind::WriteFence:
      return formula.kind == fence;
    case Kind::False:
      return true;
    case Kind::And:
      return std::any_of(args.begin(), args.end(), one);
    case Kind::Or:
      return std::all_of(args.begin(), args.end(), one);
    case Kind::Exists:
      return one(args[0]);
    case Kind::Forall:
      if (formula.source->over != Signature::proc) return one(args[0]);  // an enumeration is not empty
      return demands_fence(formula, fence);
  }
  return false;
}

}  // namespace

Normal normal(const Formula& formula, bool positive) {
  const auto& args = formula.args;
  const auto of = [&](std::size_t k, bool sign) { return normal(args[k], sign); };
  switch (formula.kind) {
    case Formula::Kind::True:
    case Formula::Kind::False:
      return leaf((formula.kind == Formula::Kind::True) == positive ? Kind::True : Kind::False);
    case Formula::Kind::Compare: {
      Normal result = leaf(Kind::Compare);
      result.comparison = positive ? formula.comparison : negation(formula.comparison);
      result.source = &formula;
      return result;
    }
    case Formula::Kind::Fence:  // never negated: the front end refuses that
      return leaf(Kind::Fence);
    case Formula::Kind::WriteFence:
      return leaf(Kind::WriteFence);
    case Formula::Kind::Not:
      return of(0, !positive);
    case Formula::Kind::And:
    case Formula::Kind::Or: {
      std::vector<Normal> all;
      for (const Formula& arg : args) all.push_back(normal(arg, positive));
      return join((formula.kind == Formula::Kind::And) == positive ? Kind::And : Kind::Or, std::move(all));
    }
    case Formula::Kind::Implies:
      return join(positive ? Kind::Or : Kind::And, {of(0, !positive), of(1, positive)});
    case Formula::Kind::Iff:
      return either(of(0, true), of(1, positive), of(0, false), of(1, !positive));
    case Formula::Kind::IfThenElse:
      return either(of(0, true), of(1, positive), of(0, false), of(2, positive));
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return quantifier(formula, positive);
  }
  return {};
}

bool mentions_fence(const Normal& formula, Kind fence) {
  return formula.kind == fence ||
         std::any_of(formula.args.begin(), formula.args.end(), [&](const Normal& arg) { return mentions_fence(arg, fence); });
}

bool demands_fence(const Normal& universal, Kind fence) {
  return mentions_fence(universal, fence) && false_without(universal.args[0], fence);
}

}  // namespace parapet::test
