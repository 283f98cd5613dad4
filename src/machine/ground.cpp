// A quantifier over processes is the conjunction or disjunction of its body over all tuples in its range: pairwise distinct processes for
// the variables of one binder, all processes for `forall` and `exists`, all but the declared parameters for `forall_other` and
// `exists_other`. Over an empty range the conjunction is true and the disjunction false. (A fence inside a universal quantifier is demanded
// even if its range is empty: ld::with_demanded_fences adds it outside the quantifier before grounding.)
#include "machine/ground.h"

#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::machine {
namespace {

using ld::Formula;
using ld::Term;
using Kind = GroundFormula::Kind;

GroundFormula constant(bool value) {
  GroundFormula result;
  result.kind = value ? Kind::True : Kind::False;
  return result;
}

GroundFormula junction(Kind kind, std::vector<GroundFormula> args) {
  GroundFormula result;
  result.kind = kind;
  result.args = std::move(args);
  return result;
}

bool is_constant(const GroundFormula& formula) { return formula.kind == Kind::True || formula.kind == Kind::False; }

GroundFormula negation(GroundFormula formula) {
  if (is_constant(formula)) return constant(formula.kind == Kind::False);
  return junction(Kind::Not, {std::move(formula)});
}

GroundFormula simplified_junction(GroundFormula formula) {
  const Kind absorbing = formula.kind == Kind::And ? Kind::False : Kind::True;
  std::vector<GroundFormula> args;
  for (GroundFormula& arg : formula.args) {
    GroundFormula one = simplified(std::move(arg));
    if (one.kind == absorbing) return one;
    if (is_constant(one)) continue;
    if (one.kind == formula.kind) {
      std::move(one.args.begin(), one.args.end(), std::back_inserter(args));
    } else {
      args.push_back(std::move(one));
    }
  }
  if (args.empty()) return constant(formula.kind == Kind::And);
  if (args.size() == 1) return std::move(args[0]);
  return junction(formula.kind, std::move(args));
}

// `e = v` with a value v of an enumeration.
bool is_index_condition(const Formula& formula) {
  return formula.kind == Formula::Kind::Compare && formula.comparison == ld::Comparison::Equal &&
         formula.terms[0].kind == Term::Kind::Access && formula.terms[1].kind == Term::Kind::Constructor;
}

}  // namespace

GroundFormula simplified(GroundFormula formula) {
  switch (formula.kind) {
    case Kind::And:
    case Kind::Or:
      return simplified_junction(std::move(formula));
    case Kind::Not:
      return negation(simplified(std::move(formula.args[0])));
    case Kind::Iff: {
      GroundFormula left = simplified(std::move(formula.args[0]));
      GroundFormula right = simplified(std::move(formula.args[1]));
      if (is_constant(left)) return left.kind == Kind::True ? right : negation(std::move(right));
      if (is_constant(right)) return right.kind == Kind::True ? left : negation(std::move(left));
      return junction(Kind::Iff, {std::move(left), std::move(right)});
    }
    case Kind::If: {
      GroundFormula condition = simplified(std::move(formula.args[0]));
      if (is_constant(condition)) return simplified(std::move(formula.args[condition.kind == Kind::True ? 1 : 2]));
      return junction(Kind::If, {std::move(condition), simplified(std::move(formula.args[1])), simplified(std::move(formula.args[2]))});
    }
    case Kind::Compare: {
      const bool decided = formula.left.kind == GroundTerm::Kind::Constant && formula.right.kind == GroundTerm::Kind::Constant &&
                           Numbers::is_small(formula.left.constant) && Numbers::is_small(formula.right.constant);
      return decided ? constant(holds(formula.comparison, formula.left.constant <=> formula.right.constant)) : formula;
    }
    case Kind::True:
    case Kind::False:
    case Kind::Fence:
    case Kind::WriteFence:
      return formula;
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

void Grounder::open(const ld::Declaration& scope, const std::vector<Process>& parameters, std::optional<Process> actor) {
  bindings_ = parameters;
  bindings_.resize(scope.variables.size());
  parameters_ = parameters.size();
  actor_ = actor;
}

Process Grounder::process(const Term& term) const {
  if (term.kind == Term::Kind::Process) return bindings_[term.index];
  PARAPET_CHECK(term.kind == Term::Kind::ProcessConstant, "an index or a reader is a process");
  return roster_.constant(term.index);
}

Location Grounder::location(SymbolId symbol, const std::vector<Term>& indices) const {
  std::vector<Process> processes;
  for (const Term& index : indices) processes.push_back(process(index));
  return layout_.location(symbol, processes);
}

GroundTerm Grounder::term(const Term& term) {
  GroundTerm result;
  switch (term.kind) {
    case Term::Kind::Process:
    case Term::Kind::ProcessConstant:
      result.constant = narrow<Code>(process(term));
      return result;
    case Term::Kind::Constructor:
      result.constant = narrow<Code>(term.index);
      return result;
    case Term::Kind::Number:
      result.constant = numbers_.code(term.number);
      return result;
    case Term::Kind::Access:
      result.kind = GroundTerm::Kind::Cell;
      result.location = location(term.symbol(), term.args);
      result.weak = program_.signature[term.symbol()].weak;
      if (result.weak && !term.reader.empty())
        result.reader = process(term.reader.front());
      else if (result.weak && actor_)
        result.reader = *actor_;
      return result;
    case Term::Kind::Processes:
      result.constant = numbers_.code(Rational(layout_.processes()));
      return result;
    case Term::Kind::Count: {
      GroundSum sum;
      for (Process process = 0; process < layout_.processes(); ++process) {
        bind(term.index, process);
        sum.counted.push_back(formula(term.body[0]));
      }
      result.kind = GroundTerm::Kind::Count;
      result.sum = narrow<std::uint32_t>(sums_.size());
      sums_.push_back(std::move(sum));
      return result;
    }
    case Term::Kind::Sum: {
      GroundSum sum;
      sum.constant = term.number;
      for (std::size_t k = 0; k < term.args.size(); ++k) sum.parts.emplace_back(term.coefficients[k], this->term(term.args[k]));
      result.kind = GroundTerm::Kind::Sum;
      result.sum = narrow<std::uint32_t>(sums_.size());
      sums_.push_back(std::move(sum));
      return result;
    }
    case Term::Kind::Value:
    case Term::Kind::Next:
    case Term::Kind::Previous:
      break;  // not in a program by elements
  }
  contract_failed("a term has one of the known kinds", __FILE__, __LINE__);
}

void Grounder::choose(const Formula& formula, bool others, std::vector<Process>& chosen, GroundFormula& out) {
  if (chosen.size() == formula.bound.size()) {
    for (std::size_t k = 0; k < chosen.size(); ++k) bind(formula.bound[k], chosen[k]);
    out.args.push_back(this->formula(formula.args[0]));
    return;
  }
  const auto parameters_end = bindings_.begin() + narrow<std::ptrdiff_t>(parameters_);
  for (Process process = 0; process < layout_.processes(); ++process) {
    budget_.spend();
    if (others && std::find(bindings_.begin(), parameters_end, process) != parameters_end) continue;
    if (std::find(chosen.begin(), chosen.end(), process) != chosen.end()) continue;
    chosen.push_back(process);
    choose(formula, others, chosen, out);
    chosen.pop_back();
  }
}

GroundFormula Grounder::quantified(const Formula& formula) {
  const bool universal = formula.kind == Formula::Kind::Forall || formula.kind == Formula::Kind::ForallOther;
  const bool others = formula.kind == Formula::Kind::ForallOther || formula.kind == Formula::Kind::ExistsOther;
  GroundFormula result = junction(universal ? Kind::And : Kind::Or, {});
  std::vector<Process> chosen;
  choose(formula, others, chosen, result);
  return result;
}

GroundFormula Grounder::formula(const Formula& formula) {
  budget_.spend();
  const auto parts = [&] {
    std::vector<GroundFormula> result;
    for (const Formula& arg : formula.args) result.push_back(this->formula(arg));
    return result;
  };
  switch (formula.kind) {
    case Formula::Kind::True:
    case Formula::Kind::False:
      return constant(formula.kind == Formula::Kind::True);
    case Formula::Kind::Compare: {
      GroundFormula result;
      result.kind = Kind::Compare;
      result.comparison = formula.comparison;
      result.left = term(formula.terms[0]);
      result.right = term(formula.terms[1]);
      return result;
    }
    case Formula::Kind::Fence:
      return junction(Kind::Fence, {});
    case Formula::Kind::WriteFence:
      return junction(Kind::WriteFence, {});
    case Formula::Kind::Not:
      return junction(Kind::Not, parts());
    case Formula::Kind::And: {
      GroundFormula result = junction(Kind::And, parts());
      result.index_case = !program_.written.empty() && is_index_condition(formula.args[0]);
      return result;
    }
    case Formula::Kind::Or:
      return junction(Kind::Or, parts());
    case Formula::Kind::Implies: {
      std::vector<GroundFormula> args = parts();
      GroundFormula premise = junction(Kind::Not, {std::move(args[0])});
      return junction(Kind::Or, {std::move(premise), std::move(args[1])});
    }
    case Formula::Kind::Iff:
      return junction(Kind::Iff, parts());
    case Formula::Kind::IfThenElse:
      return junction(Kind::If, parts());
    case Formula::Kind::Forall:
    case Formula::Kind::Exists:
    case Formula::Kind::ForallOther:
    case Formula::Kind::ExistsOther:
      return quantified(formula);
  }
  contract_failed("a formula has one of the known kinds", __FILE__, __LINE__);
}

}  // namespace parapet::machine
