// Comparisons with counts as formulas over the counts of types.
//
// `count (q) { F(q) }` in which F compares q with the processes p1 .. pn around it. Let F0 be F with every `q = pi` false, and S0 the set of
// the types for which F0 holds. A process other than p1 .. pn is counted iff its type is in S0, so
//     count = K(S0) + the sum over the different processes p among p1 .. pn of [F(p)] - [type(p) in S0].
// The brackets are 1 or 0. A comparison with the count is therefore the disjunction over all truth values of these formulas, and over which
// of the pi are the same process, of those truth values and the comparison with the number they give. The disjuncts exclude each other.
#include <algorithm>
#include <array>

#include "base/contract.h"
#include "le/counts.h"
#include "le/formula.h"

namespace parapet::le {
namespace {

using FormulaKind = ld::Formula::Kind;

bool of_processes(const ld::Formula& comparison) { return comparison.terms[0].sort == Signature::proc; }

// Both sides as positions of constructors, where the cells of q have these values.
std::uint32_t value_in(const ld::Term& term, const Counts& counts, const std::vector<std::uint32_t>& type) {
  if (term.kind == ld::Term::Kind::Constructor) return term.index;
  const auto at = std::find(counts.arrays.begin(), counts.arrays.end(), term.symbol());
  PARAPET_CHECK(at != counts.arrays.end(), "the arrays of the model's counts are counted");
  return type[static_cast<std::size_t>(at - counts.arrays.begin())];
}

// F0 for a process of this type.
bool holds(const ld::Formula& formula, const Counts& counts, const std::vector<std::uint32_t>& type) {
  const auto part = [&](std::size_t k) { return holds(formula.args[k], counts, type); };
  switch (formula.kind) {
    case FormulaKind::True:
      return true;
    case FormulaKind::False:
      return false;
    case FormulaKind::Compare: {
      if (!of_processes(formula))
        return ld::holds(formula.comparison, value_in(formula.terms[0], counts, type) <=> value_in(formula.terms[1], counts, type));
      const bool same = formula.terms[0].kind == formula.terms[1].kind && formula.terms[0].index == formula.terms[1].index;
      return same == (formula.comparison == ld::Comparison::Equal);
    }
    case FormulaKind::Not:
      return !part(0);
    case FormulaKind::And:
      return std::all_of(formula.args.begin(), formula.args.end(), [&](const ld::Formula& arg) { return holds(arg, counts, type); });
    case FormulaKind::Or:
      return std::any_of(formula.args.begin(), formula.args.end(), [&](const ld::Formula& arg) { return holds(arg, counts, type); });
    case FormulaKind::Implies:
      return !part(0) || part(1);
    case FormulaKind::Iff:
      return part(0) == part(1);
    case FormulaKind::IfThenElse:
      return part(0) ? part(1) : part(2);
    default:
      PARAPET_CHECK(false, "a count has no quantifier and no fence");
  }
  return false;
}

void add_processes(const ld::Formula& formula, ld::Variable counted, std::vector<const ld::Term*>& out) {
  if (formula.kind == FormulaKind::Compare && of_processes(formula)) {
    for (const ld::Term& side : formula.terms) {
      const bool own = side.kind == ld::Term::Kind::Process && side.index == counted;
      const auto known = [&](const ld::Term* one) { return one->kind == side.kind && one->index == side.index; };
      if (!own && std::none_of(out.begin(), out.end(), known)) out.push_back(&side);
    }
  }
  for (const ld::Formula& arg : formula.args) add_processes(arg, counted, out);
}

// The formula with every comparison of the counted process with another one decided: they are different.
ld::Formula without_exceptions(ld::Formula formula, ld::Variable counted) {
  if (formula.kind == FormulaKind::Compare && of_processes(formula)) {
    const auto own = [&](const ld::Term& side) { return side.kind == ld::Term::Kind::Process && side.index == counted; };
    if (own(formula.terms[0]) != own(formula.terms[1]))
      formula.kind = formula.comparison == ld::Comparison::Different ? FormulaKind::True : FormulaKind::False;
  }
  for (ld::Formula& arg : formula.args) arg = without_exceptions(std::move(arg), counted);
  return formula;
}

}  // namespace

// Whether the process is counted, and whether it would be if it were none of the exceptions.
struct FormulaTranslator::Excepted {
  TermId counted, by_type;
};

TermId FormulaTranslator::count_without_exceptions(const ld::Term& count) {
  const Counts counts = counts_in(arena_.signature());
  std::vector<TermId> in, out;
  for (const CountType& type : counts.types) (holds(count.body[0], counts, type.values) ? in : out).push_back(arena_.cell(type.symbol, {}));
  // Of a large set, the rest is counted: K(S) = #procs - K(T without S).
  if (in.size() <= out.size() + 1) {
    const std::vector<Rational> ones(in.size(), Rational(1));
    return arena_.sum(ones, in, Rational(0), Signature::integer);
  }
  std::vector<Rational> coefficients(out.size(), Rational(-1));
  coefficients.emplace_back(1);
  out.push_back(arena_.cell(counts.processes, {}));
  return arena_.sum(coefficients, out, Rational(0), Signature::integer);
}

FormulaTranslator::Excepted FormulaTranslator::excepted(const ld::Term& count, TermId process) {
  const auto of = [&](const ld::Formula& body) {
    Known known;
    const TermId own = arena_.variable(count.index);
    return arena_.rewrite(formula(body, true, known), [&](TermId leaf) { return leaf == own ? process : leaf; });
  };
  const ld::Formula by_type = without_exceptions(count.body[0], count.index);
  return {of(count.body[0]), of(by_type)};
}

TermId FormulaTranslator::compare_with_counts(const ld::Formula& formula, const std::vector<const ld::Term*>& counts) {
  // A formula that is to be decided: whether a process is the same as an earlier one, or one of those of Excepted.
  struct Exception {
    std::size_t count = 0;
    TermId process;
    Excepted formulas;
  };
  std::vector<Exception> exceptions;
  std::vector<TermId> values;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    values.push_back(count_without_exceptions(*counts[k]));
    std::vector<const ld::Term*> around;
    add_processes(counts[k]->body[0], counts[k]->index, around);
    for (const ld::Term* const process : around) exceptions.push_back({k, term(*process), {}});
    for (Exception& one : exceptions) {
      if (one.count == k) one.formulas = excepted(*counts[k], one.process);
    }
  }
  check_size(std::size_t{1} << std::min<std::size_t>(2 * exceptions.size(), 40), formula.range);
  std::vector<TermId> cases;
  const auto decide = [&](const auto& self, std::size_t k, const std::vector<TermId>& conditions,
                          const std::vector<std::int64_t>& shift) -> void {
    if (k == exceptions.size()) {
      for (std::size_t c = 0; c < counts.size(); ++c) {
        const Rational one(1);
        counts_[counts[c]] = arena_.sum({&one, 1}, {&values[c], 1}, Rational(shift[c]), Signature::integer);
      }
      std::vector<TermId> all = conditions;
      all.push_back(compare(formula));
      counts_.clear();
      cases.push_back(arena_.conjunction(all));
      return;
    }
    const Exception& one = exceptions[k];
    std::vector<TermId> same;  // as an earlier exception of this count
    for (std::size_t j = 0; j < k; ++j) {
      if (exceptions[j].count == one.count) same.push_back(arena_.equal(exceptions[j].process, one.process));
    }
    const TermId repeated = arena_.disjunction(same);
    const auto with = [&](std::initializer_list<TermId> more, int by) {
      std::vector<TermId> next = conditions;
      next.insert(next.end(), more);
      std::vector<std::int64_t> shifted = shift;
      shifted[one.count] += by;
      if (arena_.conjunction(next) != arena_.truth(false)) self(self, k + 1, next, shifted);
    };
    if (repeated != arena_.truth(false)) with({repeated}, 0);
    const TermId first = arena_.negate(repeated);
    const auto [counted, by_type] = one.formulas;
    if (counted == by_type) return with({first}, 0);
    with({first, counted, by_type}, 0);
    with({first, arena_.negate(counted), arena_.negate(by_type)}, 0);
    with({first, counted, arena_.negate(by_type)}, 1);
    with({first, arena_.negate(counted), by_type}, -1);
  };
  decide(decide, 0, {}, std::vector<std::int64_t>(counts.size(), 0));
  return arena_.disjunction(cases);
}

}  // namespace parapet::le
