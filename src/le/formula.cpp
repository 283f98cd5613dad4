// Negations are pushed inward while the formula is traversed (`positive`), so a universal quantifier is a `forall` in positive or an
// `exists` in negative position. Conjunctions are distributed over disjunctions in the naive way, with a limit.
//
// Quantifiers.
//   exists x. A      one more parameter (identified with others in all allowed ways by `identify`)
//   forall x. B      with a fence in B:  fence() && forall x. B[fence() := true]  ||  forall x. B[fence() := false]
// since a fence does not depend on x and is never negated; likewise for wfence(). The last disjunct is kept even if B[fence() := false] is false: it holds if the
// range of x is empty. (Fences that are demanded for an empty range too were moved out of their quantifier by ld::with_demanded_fences.)
//
// The range of a quantifier may be empty (`forall x <> y` with one process, `forall_other` without another process), so only these laws are
// used to move universal quantifiers outward. Each holds for all ranges R and S if x does not occur in A, nor x and y in each other's
// formula:
//   forall x in R. A && B                         =  (forall x in R. A) && (forall x in R. B)
//   A || forall x in R. B                         =  forall x in R. (A || B)
//   (forall x in R. A) || (forall y in S. B)      =  forall x in R, y in S. (A || B)
// `A && forall x in R. B` is not `forall x in R. (A && B)`: if R is empty, the latter is true. Hence `clauses` gives a conjunction of
// clauses, each with all its quantifiers in front. The operands of a disjunction are different parts of the text, so no clause has two
// copies of one quantifier, and variables need not be renamed.
#include "le/formula.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/contract.h"
#include "ld/text.h"
#include "le/counts.h"

namespace parapet::le {
namespace {

bool plain(const ld::Formula& formula) {
  using Kind = ld::Formula::Kind;
  switch (formula.kind) {
    case Kind::Fence:
    case Kind::WriteFence:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::ForallOther:
    case Kind::ExistsOther:
      return false;
    default:
      return std::all_of(formula.args.begin(), formula.args.end(), plain);
  }
}

bool is_other(const ld::Formula& quantifier) {
  return quantifier.kind == ld::Formula::Kind::ForallOther || quantifier.kind == ld::Formula::Kind::ExistsOther;
}

template <class T>
void append(std::vector<T>& to, std::vector<T>&& more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

}  // namespace

TermId FormulaTranslator::term(const ld::Term& term) {
  using Kind = ld::Term::Kind;
  switch (term.kind) {
    case Kind::Process:
      return variable(term.index);
    case Kind::ProcessConstant:
      return arena_.process_const(term.index);
    case Kind::Constructor:
      return arena_.constructor(term.sort, term.index);
    case Kind::Number:
      return arena_.number(term.number, term.sort);
    case Kind::Access: {
      std::vector<TermId> args;
      for (const ld::Term& arg : term.args) args.push_back(this->term(arg));
      const TermId cell = arena_.cell(term.symbol(), args);
      const bool weak = arena_.signature()[term.symbol()].weak;
      if (!options_.reads_at || term.reader.empty() || !weak) return cell;
      return arena_.read(0, this->term(term.reader[0]), cell);
    }
    case Kind::Processes: {
      const Counts counts = counts_in(arena_.signature());
      PARAPET_CHECK(counts.exist(), "the arena of a model with `#procs` has a symbol for it");
      return arena_.cell(counts.processes, {});
    }
    case Kind::Count:
      return counts_.at(&term);
    case Kind::Sum: {
      std::vector<TermId> args;
      for (const ld::Term& arg : term.args) args.push_back(this->term(arg));
      return arena_.sum(term.coefficients, args, term.number, term.sort);
    }
    case Kind::Value:
    case Kind::Next:
    case Kind::Previous:
      break;  // not in a program by elements
  }
  PARAPET_CHECK(false, "every kind of term is translated");
  return {};
}

TermId FormulaTranslator::compare_enumerated(ld::Comparison comparison, TermId a, TermId b) {
  using C = ld::Comparison;
  if (comparison == C::Greater || comparison == C::GreaterEqual) {
    return compare_enumerated(comparison == C::Greater ? C::Less : C::LessEqual, b, a);
  }
  // In order of declaration: the disjunction over the values v of a: a = v and b one of those after v.
  const std::size_t count = arena_.signature()[arena_.sort(a)].constructors.size();
  std::vector<TermId> cases;
  for (std::uint32_t low = 0; low < count; ++low) {
    std::vector<TermId> high;
    for (std::uint32_t v = comparison == C::Less ? low + 1 : low; v < count; ++v)
      high.push_back(arena_.equal(b, arena_.constructor(arena_.sort(b), v)));
    const std::array both{arena_.equal(a, arena_.constructor(arena_.sort(a), low)), arena_.disjunction(high)};
    cases.push_back(arena_.conjunction(both));
  }
  return arena_.disjunction(cases);
}

TermId FormulaTranslator::compare(const ld::Formula& formula) {
  using C = ld::Comparison;
  if (counts_.empty()) {
    std::vector<const ld::Term*> counts;
    for (const ld::Term& side : formula.terms) {
      if (side.kind == ld::Term::Kind::Count) counts.push_back(&side);
      for (const ld::Term& arg : side.args) {
        if (arg.kind == ld::Term::Kind::Count) counts.push_back(&arg);
      }
    }
    if (!counts.empty()) return compare_with_counts(formula, counts);
  }
  const TermId a = term(formula.terms[0]);
  const TermId b = term(formula.terms[1]);
  if (formula.comparison == C::Equal) return arena_.equal(a, b);
  if (formula.comparison == C::Different) return arena_.different(a, b);
  if (arena_.signature()[arena_.sort(a)].kind == SortKind::Enum) return compare_enumerated(formula.comparison, a, b);
  switch (formula.comparison) {
    case C::Less:
      return arena_.less(a, b);
    case C::LessEqual:
      return arena_.less_equal(a, b);
    case C::Greater:
      return arena_.less(b, a);
    default:
      return arena_.less_equal(b, a);
  }
}

TermId FormulaTranslator::formula(const ld::Formula& formula, bool positive) {
  Known known;
  return this->formula(formula, positive, known);
}

// `a <=> b` is (a && b) || (not a && not b), and its negation (a && not b) || (not a && b): both are disjunctions, which the normal form
// can take as they are, where a negation of the former would be a conjunction. Both need each operand positive and negated; that takes
// linear time, since each subformula is translated once in each polarity.
TermId FormulaTranslator::formula(const ld::Formula& formula, bool positive, Known& known) {
  using Kind = ld::Formula::Kind;
  if (formula.kind == Kind::True || formula.kind == Kind::False) return arena_.truth((formula.kind == Kind::True) == positive);
  if (formula.kind == Kind::Compare) return positive ? compare(formula) : arena_.negate(compare(formula));
  const auto [at, first] = known.try_emplace({&formula, positive});
  if (!first) return at->second;
  const auto part = [&](std::size_t k, bool reading) { return this->formula(formula.args[k], reading, known); };
  const auto both = [&](TermId a, TermId b) { return arena_.conjunction(std::array{a, b}); };
  const auto either = [&](TermId a, TermId b) { return arena_.disjunction(std::array{a, b}); };
  std::vector<TermId> args;
  TermId result;
  switch (formula.kind) {
    case Kind::Not:
      result = part(0, !positive);
      break;
    case Kind::And:
    case Kind::Or:
      for (std::size_t k = 0; k < formula.args.size(); ++k) args.push_back(part(k, positive));
      result = (formula.kind == Kind::And) == positive ? arena_.conjunction(args) : arena_.disjunction(args);
      break;
    case Kind::Implies:
      result = positive ? either(part(0, false), part(1, true)) : both(part(0, true), part(1, false));
      break;
    case Kind::Iff:
      result = either(both(part(0, true), part(1, positive)), both(part(0, false), part(1, !positive)));
      break;
    case Kind::IfThenElse:
      result = either(both(part(0, true), part(1, positive)), both(part(0, false), part(2, positive)));
      break;
    default:
      PARAPET_CHECK(false, "quantifiers and fences are handled by disjuncts() and clauses()");
  }
  return at->second = result;
}

std::vector<Disjunct> FormulaTranslator::product(const std::vector<Disjunct>& a, const std::vector<Disjunct>& b, SourceRange range) const {
  std::vector<Disjunct> all;
  for (const Disjunct& left : a) {
    for (const Disjunct& right : b) {
      Disjunct both = left;
      if (!conjoin(arena_, both.literals, right.literals)) continue;
      both.exists.insert(both.exists.end(), right.exists.begin(), right.exists.end());
      both.universals.insert(both.universals.end(), right.universals.begin(), right.universals.end());
      both.fence = left.fence || right.fence;
      both.wfence = left.wfence || right.wfence;
      all.push_back(std::move(both));
      check_size(all.size(), range);
    }
  }
  return all;
}

std::vector<Disjunct> FormulaTranslator::junction(const ld::Formula& formula, bool positive, bool conjunctive) {
  std::vector<Disjunct> all;
  if (conjunctive) all.emplace_back();
  for (const ld::Formula& arg : formula.args) {
    auto part = disjuncts(arg, positive);
    if (conjunctive) {
      all = product(all, part, formula.range);
    } else {
      append(all, std::move(part));
      check_size(all.size(), formula.range);
    }
  }
  return all;
}

std::vector<Universal::Bound> FormulaTranslator::bound_by(const ld::Formula& quantifier) {
  const std::uint32_t group = new_group();
  std::vector<Universal::Bound> bound;
  for (const Variable v : quantifier.bound) bound.push_back({v, is_other(quantifier), group});
  return bound;
}

std::vector<Clause> FormulaTranslator::either(const std::vector<Clause>& a, const std::vector<Clause>& b, SourceRange range) {
  check_size(a.size() * b.size(), range);
  std::vector<Clause> all;
  for (const Clause& left : a) {
    for (const Clause& right : b) {
      Clause& both = all.emplace_back(left);
      both.bound.insert(both.bound.end(), right.bound.begin(), right.bound.end());
      both.formula = arena_.disjunction(std::array{left.formula, right.formula});
    }
  }
  return all;
}

// The clauses of an operand of a disjunction; an operand without quantifier is one clause.
std::vector<Clause> FormulaTranslator::operand(const ld::Formula& formula, bool positive) {
  if (!plain(formula)) return clauses(formula, positive);
  return {{{}, this->formula(formula, positive)}};
}

std::vector<Clause> FormulaTranslator::clauses(const ld::Formula& formula, bool positive) {
  using Kind = ld::Formula::Kind;
  const auto& args = formula.args;
  const bool conjunctive = formula.kind == (positive ? Kind::And : Kind::Or);
  if (!conjunctive && plain(formula)) return operand(formula, positive);
  std::vector<Clause> all;
  switch (formula.kind) {
    case Kind::Not:
      return clauses(args[0], !positive);
    case Kind::And:
    case Kind::Or:
      if (!conjunctive) all.push_back({{}, arena_.truth(false)});
      for (const ld::Formula& arg : args) {
        if (conjunctive) {
          append(all, clauses(arg, positive));
        } else {
          all = either(all, operand(arg, positive), formula.range);
        }
      }
      return all;
    case Kind::Implies:
      if (positive) return either(operand(args[0], false), operand(args[1], true), formula.range);
      all = clauses(args[0], true);
      append(all, clauses(args[1], false));
      return all;
    case Kind::Iff:
      all = either(operand(args[0], false), operand(args[1], positive), formula.range);
      append(all, either(operand(args[0], true), operand(args[1], !positive), formula.range));
      return all;
    case Kind::IfThenElse:
      all = either(operand(args[0], false), operand(args[1], positive), formula.range);
      append(all, either(operand(args[0], true), operand(args[2], positive), formula.range));
      return all;
    default:
      break;
  }
  const bool forall = formula.kind == Kind::Forall || formula.kind == Kind::ForallOther;
  PARAPET_CHECK(formula.kind != Kind::Fence && formula.kind != Kind::WriteFence && forall == positive,
                "no fence and no existential quantifier inside a universal one");
  const std::vector<Universal::Bound> bound = bound_by(formula);
  all = clauses(args[0], positive);
  for (Clause& clause : all) clause.bound.insert(clause.bound.begin(), bound.begin(), bound.end());
  return all;
}

Disjunct FormulaTranslator::universal_body(const ld::Formula& formula, bool positive, const ld::Formula& body) {
  ld::Formula quantified;
  quantified.kind = formula.kind;
  quantified.range = formula.range;
  quantified.bound = formula.bound;
  quantified.args = {body};
  Disjunct result;
  for (Clause& clause : clauses(quantified, positive)) {
    Universal universal{std::move(clause.bound), to_dnf(arena_, clause.formula, formula.range)};
    const auto& disjuncts = universal.disjuncts;
    const bool trivial = std::any_of(disjuncts.begin(), disjuncts.end(), [](const Conjunction& c) { return c.empty(); });
    if (!trivial) result.universals.push_back(std::move(universal));
  }
  return result;
}

std::vector<Disjunct> FormulaTranslator::universal(const ld::Formula& formula, bool positive) {
  using Kind = ld::Formula::Kind;
  const ld::Formula& body = formula.args[0];
  std::vector<Disjunct> all;
  for (const bool fence : {false, true}) {
    if (fence && !ld::mentions(body, Kind::Fence)) continue;
    for (const bool wfence : {false, true}) {
      if (wfence && !ld::mentions(body, Kind::WriteFence)) continue;
      all.push_back(
          universal_body(formula, positive, ld::with_fences(ld::with_fences(body, Kind::Fence, fence), Kind::WriteFence, wfence)));
      all.back().fence = fence;
      all.back().wfence = wfence;
    }
  }
  return all;
}

std::vector<Disjunct> FormulaTranslator::existential(const ld::Formula& formula, bool positive) {
  auto all = disjuncts(formula.args[0], positive);
  const std::vector<Universal::Bound> exists = bound_by(formula);
  for (Disjunct& d : all) d.exists.insert(d.exists.begin(), exists.begin(), exists.end());
  return all;
}

std::vector<Disjunct> FormulaTranslator::disjuncts(const ld::Formula& formula, bool positive) {
  using Kind = ld::Formula::Kind;
  if (plain(formula)) {
    std::vector<Disjunct> all;
    for (Conjunction& c : to_dnf(arena_, this->formula(formula, positive), formula.range)) {
      all.emplace_back();
      all.back().literals = std::move(c);
    }
    return all;
  }
  const auto either = [&](std::vector<Disjunct> a, std::vector<Disjunct> b) {
    append(a, std::move(b));
    check_size(a.size(), formula.range);
    return a;
  };
  const auto& args = formula.args;
  switch (formula.kind) {
    case Kind::Fence:
    case Kind::WriteFence: {
      PARAPET_CHECK(positive, "no negated fence");
      std::vector<Disjunct> one(1);
      (formula.kind == Kind::Fence ? one[0].fence : one[0].wfence) = true;
      return one;
    }
    case Kind::Not:
      return disjuncts(args[0], !positive);
    case Kind::And:
      return junction(formula, positive, positive);
    case Kind::Or:
      return junction(formula, positive, !positive);
    case Kind::Implies:
      if (positive) return either(disjuncts(args[0], false), disjuncts(args[1], true));
      return product(disjuncts(args[0], true), disjuncts(args[1], false), formula.range);
    case Kind::Iff:
      return either(product(disjuncts(args[0], true), disjuncts(args[1], positive), formula.range),
                    product(disjuncts(args[0], false), disjuncts(args[1], !positive), formula.range));
    case Kind::IfThenElse:
      return either(product(disjuncts(args[0], true), disjuncts(args[1], positive), formula.range),
                    product(disjuncts(args[0], false), disjuncts(args[2], positive), formula.range));
    case Kind::Forall:
    case Kind::ForallOther:
      return positive ? universal(formula, true) : existential(formula, false);
    case Kind::Exists:
    case Kind::ExistsOther:
      return positive ? existential(formula, true) : universal(formula, false);
    default:
      PARAPET_CHECK(false, "every kind of formula is translated");
  }
  return {};
}

bool FormulaTranslator::occurs(const Disjunct& d, Variable v) {
  const TermId sought = variable(v);
  const auto in_literals = [&](const Conjunction& literals) {
    return std::any_of(literals.begin(), literals.end(),
                       [&](TermId literal) { return any_subterm(arena_, literal, [&](TermId part) { return part == sought; }); });
  };
  return in_literals(d.literals) || std::any_of(d.universals.begin(), d.universals.end(), [&](const Universal& universal) {
           return std::any_of(universal.disjuncts.begin(), universal.disjuncts.end(), in_literals);
         });
}

std::optional<Disjunct> FormulaTranslator::replaced(const Disjunct& d, Variable from, Variable to) {
  const auto replace = [&](TermId leaf) { return leaf == variable(from) ? variable(to) : leaf; };
  Disjunct result;
  result.exists = d.exists;
  result.fence = d.fence;
  result.wfence = d.wfence;
  for (const TermId literal : d.literals) {
    if (!conjoin(arena_, result.literals, arena_.rewrite(literal, replace))) return std::nullopt;
  }
  result.universals = d.universals;
  for (Universal& u : result.universals) {
    for (Conjunction& c : u.disjuncts) {
      for (TermId& literal : c) literal = arena_.rewrite(literal, replace);
    }
  }
  return result;
}

// A variable that does not occur in the literals only requires that there is a process for it. It is treated after those that occur, and is
// identified with the first parameter that its quantifier allows: every other choice gives the same literals with as many parameters or
// more.
std::vector<Disjunct> FormulaTranslator::identify(const std::vector<Disjunct>& disjuncts, std::uint32_t declared, SourceRange range) {
  struct Partial {
    Disjunct disjunct;                                       // exists: the variables kept as new parameters
    std::vector<std::pair<std::uint32_t, Variable>> stands;  // a group and the variable that one of its variables is identified with
  };
  std::vector<Disjunct> all;
  for (const Disjunct& d : disjuncts) {
    std::vector<Universal::Bound> order = d.exists;
    const auto idle = std::stable_partition(order.begin(), order.end(), [&](const auto& bound) { return occurs(d, bound.variable); });
    std::vector<Partial> partial{{d, {}}};
    partial[0].disjunct.exists.clear();
    for (auto bound = order.begin(); bound != order.end(); ++bound) {
      std::vector<Partial> next;
      for (const Partial& base : partial) {
        std::vector<Variable> candidates;
        for (Variable v = 0; !bound->others && v < declared; ++v) candidates.push_back(v);
        for (const Universal::Bound& earlier : base.disjunct.exists) candidates.push_back(earlier.variable);
        std::erase_if(candidates, [&](Variable v) {
          return std::find(base.stands.begin(), base.stands.end(), std::pair{bound->group, v}) != base.stands.end();
        });
        const bool only_first = bound >= idle && !candidates.empty();
        if (only_first) candidates.resize(1);
        if (!only_first) {
          Partial& kept = next.emplace_back(base);
          kept.disjunct.exists.push_back(*bound);
          kept.stands.emplace_back(bound->group, bound->variable);
        }
        for (const Variable v : candidates) {
          auto merged = replaced(base.disjunct, bound->variable, v);
          if (!merged) continue;
          next.push_back({std::move(*merged), base.stands});
          next.back().stands.emplace_back(bound->group, v);
        }
        check_size(all.size() + next.size(), range);
      }
      partial = std::move(next);
    }
    for (Partial& p : partial) all.push_back(std::move(p.disjunct));
  }
  return all;
}

}  // namespace parapet::le
