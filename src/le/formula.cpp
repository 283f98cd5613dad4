// Negation is pushed inward while the formula is read (`positive`), so that a universal quantifier is either a ForallOther read positively
// or an ExistsOther read negatively. Distribution is the naive one, with a limit.
//
// Quantifiers.
//   exists x. A      a parameter more (identified with others in all allowed ways by `identify`)
//   forall x. A && B = (forall x. A) && (forall x. B)
//   forall x. (A || fence() && B) = fence() && forall x. (A || B)  ||  forall x. A      (a fence does not depend on x)
// The last disjunct stays where A is false: it holds when there is no x. (Fences that count for an empty range too were written beside
// their quantifier by ld::with_demanded_fences.)
#include "le/formula.h"

#include <algorithm>
#include <array>

#include "base/contract.h"

namespace parapet::le {
namespace {

constexpr std::size_t most_disjuncts = 20'000;

bool plain(const ld::Formula& formula) {
  using Kind = ld::Formula::Kind;
  switch (formula.kind) {
    case Kind::Fence:
    case Kind::Forall:
    case Kind::Exists:
    case Kind::ForallOther:
    case Kind::ExistsOther:
      return false;
    default:
      return std::all_of(formula.args.begin(), formula.args.end(), plain);
  }
}

bool mentions_complement(TermArena& arena, const Conjunction& literals, TermId literal) {
  const TermId complement = arena.negate(literal);
  return std::find(literals.begin(), literals.end(), complement) != literals.end();
}

// Adds a literal unless it is there; false if the conjunction became contradictory.
bool conjoin(TermArena& arena, Conjunction& literals, TermId literal) {
  if (literal == arena.truth(true)) return true;
  if (literal == arena.truth(false) || mentions_complement(arena, literals, literal)) return false;
  if (std::find(literals.begin(), literals.end(), literal) == literals.end()) literals.push_back(literal);
  return true;
}

// `X = A || X = B` is one literal: X in {A, B}.
void merge_members(TermArena& arena, std::vector<Conjunction>& disjuncts) {
  for (std::size_t k = 0; k < disjuncts.size(); ++k) {
    if (disjuncts[k].size() != 1 || arena.op(disjuncts[k][0]) != Op::Member) continue;
    for (std::size_t j = disjuncts.size(); j-- > k + 1;) {
      const Conjunction& other = disjuncts[j];
      if (other.size() != 1 || arena.op(other[0]) != Op::Member || arena.args(other[0])[0] != arena.args(disjuncts[k][0])[0]) continue;
      const TermId term = arena.args(other[0])[0];
      const TermId both = arena.member(term, arena.payload(other[0]) | arena.payload(disjuncts[k][0]));
      disjuncts.erase(disjuncts.begin() + static_cast<std::ptrdiff_t>(j));
      if (both == arena.truth(true)) {
        disjuncts.assign(1, {});
        return;
      }
      disjuncts[k][0] = both;
    }
  }
}

}  // namespace

std::vector<Conjunction> to_dnf(TermArena& arena, TermId formula) {
  switch (arena.op(formula)) {
    case Op::True:
      return {{}};
    case Op::False:
      return {};
    case Op::Or: {
      std::vector<Conjunction> all;
      ArgsCopy args(arena.args(formula));
      for (const TermId arg : args.span()) {
        auto part = to_dnf(arena, arg);
        std::move(part.begin(), part.end(), std::back_inserter(all));
      }
      merge_members(arena, all);
      return all;
    }
    case Op::And: {
      std::vector<Conjunction> all{{}};
      ArgsCopy args(arena.args(formula));
      for (const TermId arg : args.span()) {
        const auto part = to_dnf(arena, arg);
        std::vector<Conjunction> next;
        for (const Conjunction& left : all) {
          for (const Conjunction& right : part) {
            Conjunction both = left;
            if (std::all_of(right.begin(), right.end(), [&](TermId literal) { return conjoin(arena, both, literal); })) {
              next.push_back(std::move(both));
            }
          }
        }
        if (next.size() > most_disjuncts) throw TooLarge({}, "a formula has more than 20000 disjuncts when it is expanded");
        all = std::move(next);
      }
      return all;
    }
    default:
      return {{formula}};
  }
}

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
    case Kind::Sum: {
      std::vector<TermId> args;
      for (const ld::Term& arg : term.args) args.push_back(this->term(arg));
      return arena_.sum(term.coefficients, args, term.number, term.sort);
    }
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

TermId FormulaTranslator::formula(const ld::Formula& formula) {
  using Kind = ld::Formula::Kind;
  std::vector<TermId> args;
  for (const ld::Formula& arg : formula.args) args.push_back(this->formula(arg));
  const auto both = [&](TermId a, TermId b) { return arena_.conjunction(std::array{a, b}); };
  const auto either = [&](TermId a, TermId b) { return arena_.disjunction(std::array{a, b}); };
  switch (formula.kind) {
    case Kind::True:
      return arena_.truth(true);
    case Kind::False:
      return arena_.truth(false);
    case Kind::Compare:
      return compare(formula);
    case Kind::Not:
      return arena_.negate(args[0]);
    case Kind::And:
      return arena_.conjunction(args);
    case Kind::Or:
      return arena_.disjunction(args);
    case Kind::Implies:
      return either(arena_.negate(args[0]), args[1]);
    case Kind::Iff:
      return either(both(args[0], args[1]), both(arena_.negate(args[0]), arena_.negate(args[1])));
    case Kind::IfThenElse:
      return either(both(args[0], args[1]), both(arena_.negate(args[0]), args[2]));
    default:
      PARAPET_CHECK(false, "quantifiers and fences are handled by disjuncts()");
  }
  return {};
}

std::vector<Disjunct> FormulaTranslator::product(const std::vector<Disjunct>& a, const std::vector<Disjunct>& b, SourceRange range) const {
  if (a.size() * b.size() > most_disjuncts) throw TooLarge(range, "this formula has more than 20000 disjuncts when it is expanded");
  std::vector<Disjunct> all;
  for (const Disjunct& left : a) {
    for (const Disjunct& right : b) {
      Disjunct both = left;
      if (!std::all_of(right.literals.begin(), right.literals.end(), [&](TermId t) { return conjoin(arena_, both.literals, t); })) continue;
      both.exists.insert(both.exists.end(), right.exists.begin(), right.exists.end());
      both.universals.insert(both.universals.end(), right.universals.begin(), right.universals.end());
      both.fence = left.fence || right.fence;
      all.push_back(std::move(both));
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
      std::move(part.begin(), part.end(), std::back_inserter(all));
    }
  }
  return all;
}

std::vector<Disjunct> FormulaTranslator::universal(const ld::Formula& formula, bool positive) {
  const bool others = formula.kind == ld::Formula::Kind::ForallOther || formula.kind == ld::Formula::Kind::ExistsOther;
  const ld::Formula& body = formula.args[0];
  const bool splits = (body.kind == ld::Formula::Kind::And && positive) || (body.kind == ld::Formula::Kind::Or && !positive);
  if (splits) {
    std::vector<Disjunct> all(1);
    for (const ld::Formula& part : body.args) {
      ld::Formula quantified;
      quantified.kind = formula.kind;
      quantified.range = formula.range;
      quantified.bound = formula.bound;
      quantified.args = {part};
      all = product(all, universal(quantified, positive), formula.range);
    }
    return all;
  }
  Universal with_fence;
  for (const Variable v : formula.bound) with_fence.bound.push_back({v, others, groups_});
  ++groups_;
  Universal without_fence = with_fence;
  bool fenced = false;
  for (const Disjunct& d : disjuncts(body, positive)) {
    PARAPET_CHECK(d.exists.empty(), "no existential quantifier inside a universal one");
    std::vector<Conjunction> inner{d.literals};
    for (const Universal& nested : d.universals) {
      // Prenex form: the inner variables occur in no other disjunct.
      with_fence.bound.insert(with_fence.bound.end(), nested.bound.begin(), nested.bound.end());
      without_fence.bound = with_fence.bound;
      std::vector<Conjunction> next;
      for (const Conjunction& left : inner) {
        for (const Conjunction& right : nested.disjuncts) {
          next.push_back(left);
          next.back().insert(next.back().end(), right.begin(), right.end());
        }
      }
      inner = std::move(next);
    }
    for (const Conjunction& c : inner) {
      with_fence.disjuncts.push_back(c);
      if (!d.fence) without_fence.disjuncts.push_back(c);
    }
    fenced = fenced || d.fence;
  }
  merge_members(arena_, with_fence.disjuncts);
  merge_members(arena_, without_fence.disjuncts);
  const auto single = [](Universal u, bool fence) {
    Disjunct d;
    d.fence = fence;
    const bool trivial = std::any_of(u.disjuncts.begin(), u.disjuncts.end(), [](const Conjunction& c) { return c.empty(); });
    if (!trivial) d.universals.push_back(std::move(u));
    return d;
  };
  std::vector<Disjunct> all;
  all.push_back(single(without_fence, false));
  if (fenced) all.push_back(single(with_fence, true));
  return all;
}

std::vector<Disjunct> FormulaTranslator::existential(const ld::Formula& formula, bool positive) {
  const bool others = formula.kind == ld::Formula::Kind::ForallOther || formula.kind == ld::Formula::Kind::ExistsOther;
  auto all = disjuncts(formula.args[0], positive);
  const std::uint32_t group = groups_++;
  for (Disjunct& d : all) {
    std::vector<Universal::Bound> exists;
    for (const Variable v : formula.bound) exists.push_back({v, others, group});
    d.exists.insert(d.exists.begin(), exists.begin(), exists.end());
  }
  return all;
}

std::vector<Disjunct> FormulaTranslator::disjuncts(const ld::Formula& formula, bool positive) {
  using Kind = ld::Formula::Kind;
  if (plain(formula)) {
    const TermId whole = this->formula(formula);
    std::vector<Disjunct> all;
    for (Conjunction& c : to_dnf(arena_, positive ? whole : arena_.negate(whole))) {
      all.emplace_back();
      all.back().literals = std::move(c);
    }
    return all;
  }
  const auto either = [&](std::vector<Disjunct> a, std::vector<Disjunct> b) {
    std::move(b.begin(), b.end(), std::back_inserter(a));
    return a;
  };
  const auto& args = formula.args;
  switch (formula.kind) {
    case Kind::Fence: {
      PARAPET_CHECK(positive, "no negated fence");
      std::vector<Disjunct> one(1);
      one[0].fence = true;
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

std::optional<Disjunct> FormulaTranslator::replaced(const Disjunct& d, Variable from, Variable to) {
  const auto replace = [&](TermId leaf) { return leaf == variable(from) ? variable(to) : leaf; };
  Disjunct result;
  result.exists = d.exists;
  result.fence = d.fence;
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

std::vector<Disjunct> FormulaTranslator::identify(const std::vector<Disjunct>& disjuncts, std::uint32_t declared) {
  struct Partial {
    Disjunct disjunct;                                       // exists: the variables kept as new parameters
    std::vector<std::pair<std::uint32_t, Variable>> stands;  // group, and what one of its variables stands for
  };
  std::vector<Disjunct> all;
  for (const Disjunct& d : disjuncts) {
    std::vector<Partial> partial{{d, {}}};
    partial[0].disjunct.exists.clear();
    for (const Universal::Bound& bound : d.exists) {
      std::vector<Partial> next;
      for (const Partial& base : partial) {
        Partial kept = base;
        kept.disjunct.exists.push_back(bound);
        kept.stands.emplace_back(bound.group, bound.variable);
        next.push_back(std::move(kept));
        std::vector<Variable> candidates;
        for (Variable v = 0; !bound.others && v < declared; ++v) candidates.push_back(v);
        for (const Universal::Bound& earlier : base.disjunct.exists) candidates.push_back(earlier.variable);
        for (const Variable v : candidates) {
          if (std::find(base.stands.begin(), base.stands.end(), std::pair{bound.group, v}) != base.stands.end()) continue;
          auto merged = replaced(base.disjunct, bound.variable, v);
          if (!merged) continue;
          next.push_back({std::move(*merged), base.stands});
          next.back().stands.emplace_back(bound.group, v);
        }
      }
      if (next.size() > most_disjuncts) throw TooLarge({}, "too many existential quantifiers in one formula");
      partial = std::move(next);
    }
    for (Partial& p : partial) all.push_back(std::move(p.disjunct));
  }
  return all;
}

}  // namespace parapet::le
