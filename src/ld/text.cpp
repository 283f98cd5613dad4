#include "ld/text.h"

#include <algorithm>
#include <set>

#include "base/contract.h"

namespace parapet::ld {
namespace {

using Kind = Formula::Kind;

// `positive`: the polarity of the formula in the guard. Both sides of `<=>` and the condition of `if` have both polarities, but fences are
// not allowed there, so either polarity gives the same result.
Formula explicit_fences(const Formula& formula, Kind fence, bool positive) {
  Formula result = formula;
  for (std::size_t k = 0; k < result.args.size(); ++k) {
    const bool negates = formula.kind == Kind::Not || (formula.kind == Kind::Implies && k == 0);
    result.args[k] = explicit_fences(formula.args[k], fence, negates ? !positive : positive);
  }
  const bool universal = formula.kind == Kind::Forall || formula.kind == Kind::ForallOther;
  const bool existential = formula.kind == Kind::Exists || formula.kind == Kind::ExistsOther;
  if (!(positive ? universal : existential) || !mentions(result, fence)) return result;
  const auto body = constant_without_fence(result.args[0], fence);
  if (body != std::optional(!positive)) return result;
  Formula demanded = made(fence, formula.range, {});
  result.args[0] = with_fences(std::move(result.args[0]), fence, true);
  // In negative position: not (E || not fence()) is fence() && not E.
  if (positive) return made(Kind::And, formula.range, {std::move(demanded), std::move(result)});
  return made(Kind::Or, formula.range, {std::move(result), made(Kind::Not, formula.range, {std::move(demanded)})});
}

// The constant value of a conjunction (absorbing = false) or disjunction (absorbing = true), if it has one.
std::optional<bool> junction(const std::vector<Formula>& args, Kind fence, bool absorbing) {
  bool all_known = true;
  for (const Formula& arg : args) {
    const auto value = constant_without_fence(arg, fence);
    if (value == std::optional(absorbing)) return absorbing;
    all_known = all_known && value.has_value();
  }
  if (all_known) return !absorbing;
  return std::nullopt;
}

std::optional<bool> negated(std::optional<bool> value) { return value ? std::optional(!*value) : std::nullopt; }

}  // namespace

bool keeps_cell(const Assignment& assignment, const Term& value) {
  if (assignment.kind != Assignment::Kind::Case) return false;
  if (value.kind != Term::Kind::Access || value.symbol() != assignment.symbol) return false;
  const std::size_t arity = assignment.indices.size() + assignment.bound.size();
  if (value.args.size() != arity) return false;
  for (std::size_t k = 0; k < arity; ++k) {
    const Term& index = value.args[k];
    const bool fits = assignment.bound.empty()
                          ? same(index, assignment.indices[k])
                          : (index.kind == Term::Kind::Process || index.kind == Term::Kind::Value) && index.index == assignment.bound[k];
    if (!fits) return false;
  }
  return true;
}

TextFacts text_facts(const Transition& transition, const Signature& signature) {
  if (transition.facts) return *transition.facts;
  TextFacts facts;
  each_evaluated(transition, [&](const Term& term) {
    if (term.kind == Term::Kind::Access && signature[term.symbol()].weak) facts.reads_weak = true;
  });
  for (const Assignment& assignment : transition.assignments) {
    bool writes = assignment.kind == Assignment::Kind::Havoc;
    each_value(assignment, [&](const Term& value) { writes = writes || !keeps_cell(assignment, value); });
    if (writes && signature[assignment.symbol].weak) facts.writes_weak = true;
  }
  return facts;
}

bool mentions(const Formula& formula, Kind fence) {
  return formula.kind == fence ||
         std::any_of(formula.args.begin(), formula.args.end(), [&](const Formula& arg) { return mentions(arg, fence); });
}

Formula with_fences(Formula formula, Kind fence, bool value) {
  if (formula.kind == fence) formula.kind = value ? Kind::True : Kind::False;
  for (Formula& arg : formula.args) arg = with_fences(std::move(arg), fence, value);
  return formula;
}

std::optional<bool> constant_without_fence(const Formula& formula, Kind fence) {
  const auto& args = formula.args;
  const auto of = [&](std::size_t k) { return constant_without_fence(args[k], fence); };
  switch (formula.kind) {
    case Kind::True:
      return true;
    case Kind::False:
      return false;
    case Kind::Fence:
    case Kind::WriteFence:
      return formula.kind == fence ? std::optional(false) : std::nullopt;
    case Kind::Compare:
      return std::nullopt;
    case Kind::Not:
      return negated(of(0));
    case Kind::And:
      return junction(args, fence, false);
    case Kind::Or:
      return junction(args, fence, true);
    case Kind::Implies: {
      const auto premise = of(0);
      const auto conclusion = of(1);
      if (premise == std::optional(false) || conclusion == std::optional(true)) return true;
      if (premise == std::optional(true)) return conclusion;
      return std::nullopt;
    }
    case Kind::Iff: {
      const auto left = of(0);
      const auto right = of(1);
      return left && right ? std::optional(*left == *right) : std::nullopt;
    }
    case Kind::IfThenElse: {
      const auto condition = of(0);
      if (condition) return of(*condition ? 1 : 2);
      const auto yes = of(1);
      return yes == of(2) ? yes : std::nullopt;
    }
    // Over an empty range `forall` is true and `exists` is false, so a body that is constantly the other value decides nothing.
    // An enumeration is never empty.
    case Kind::Forall:
    case Kind::ForallOther:
      if (formula.over != Signature::proc) return of(0);
      return of(0) == std::optional(true) ? std::optional(true) : std::nullopt;
    case Kind::Exists:
    case Kind::ExistsOther:
      if (formula.over != Signature::proc) return of(0);
      return of(0) == std::optional(false) ? std::optional(false) : std::nullopt;
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

Formula with_demanded_fences(const Formula& guard) {
  Formula result = guard;
  for (const Kind fence : {Kind::Fence, Kind::WriteFence}) {
    if (mentions(guard, fence)) result = explicit_fences(result, fence, true);
  }
  return result;
}

bool counts_processes(const Program& program) {
  bool found = false;
  each_term_of(program, [&](const Term& term) { found = found || term.kind == Term::Kind::Processes || term.kind == Term::Kind::Count; });
  return found;
}

// Rewriting by elements may leave out what is false by the values alone, and a constant with it; the process exists all the same.
std::vector<std::uint32_t> process_constants(const Program& by_elements) {
  std::set<std::uint32_t> found;
  each_term_of(by_elements.as_written(), [&](const Term& term) {
    if (term.kind == Term::Kind::ProcessConstant) found.insert(term.index);
  });
  return {found.begin(), found.end()};
}

}  // namespace parapet::ld
