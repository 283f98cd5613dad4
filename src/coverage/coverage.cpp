#include "coverage/coverage.h"

#include <algorithm>

namespace parapet::coverage {
namespace {

void flatten(const ld::Formula& formula, ld::Formula::Kind kind, std::vector<const ld::Formula*>& out) {
  if (formula.kind != kind) return out.push_back(&formula);
  for (const ld::Formula& arg : formula.args) flatten(arg, kind, out);
}

std::vector<Part> parts_of(const std::vector<const ld::Formula*>& formulas, const ld::Declaration& scope, const Signature& signature) {
  std::vector<Part> parts;
  for (const ld::Formula* formula : formulas) parts.push_back({ld::to_string(*formula, scope, signature), formula->range, false});
  return parts;
}

}  // namespace

bool TransitionCoverage::fired() const {
  return std::any_of(steps.begin(), steps.end(), [](const auto& each) { return each.has_value(); });
}

std::vector<const ld::Formula*> conjuncts_of(const ld::Formula& formula) {
  std::vector<const ld::Formula*> result;
  flatten(formula, ld::Formula::Kind::And, result);
  return result;
}

std::vector<const ld::Formula*> branches_of(const ld::Formula& guard) {
  std::vector<const ld::Formula*> result;
  for (const ld::Formula* conjunct : conjuncts_of(guard)) {
    if (conjunct->kind == ld::Formula::Kind::Or) flatten(*conjunct, ld::Formula::Kind::Or, result);
  }
  return result;
}

Coverage empty_coverage(const ld::Program& program) {
  Coverage result;
  result.read_open = std::vector<bool>(program.signature.symbols().size());
  for (const ld::Transition& transition : program.transitions)
    result.transitions.push_back({{}, parts_of(branches_of(transition.guard), transition, program.signature), std::nullopt});
  for (const ld::Unsafe& unsafe : program.unsafes)
    result.unsafes.push_back({parts_of(conjuncts_of(unsafe.formula), unsafe, program.signature), 0, false});
  return result;
}

}  // namespace parapet::coverage
