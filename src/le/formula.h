// From LD formulas to templates over terms, and to disjunctive normal form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/source.h"
#include "ld/program.h"
#include "le/system.h"
#include "logic/term.h"

namespace parapet::le {

// Thrown for a formula that is too large to be expanded. The message says what is too large, `range` where the formula is in the file.
class TooLarge : public std::runtime_error {
 public:
  TooLarge(SourceRange where, const std::string& what) : std::runtime_error(what), range(where) {}
  SourceRange range;
};

inline constexpr std::size_t most_disjuncts = 20'000;

// Throws TooLarge if there are more disjuncts than Parapet handles.
void check_size(std::size_t disjuncts, SourceRange range);

// Adds an atom unless the conjunction has it already; false if the conjunction became contradictory.
[[nodiscard]] bool conjoin(TermArena& arena, Conjunction& literals, TermId atom);
[[nodiscard]] bool conjoin(TermArena& arena, Conjunction& literals, const Conjunction& more);

// [[]] is true, [] is false. Disjuncts with two contradictory atoms are dropped. `range` is the place of the formula, for TooLarge.
[[nodiscard]] std::vector<Conjunction> to_dnf(TermArena& arena, TermId formula, SourceRange range = {});

// One disjunct of a guard or of an unsafe formula.
struct Disjunct {
  std::vector<Universal::Bound> exists;
  Conjunction literals;
  std::vector<Universal> universals;
  bool fence = false;
  bool wfence = false;
};

struct FormulaOptions {
  bool reads_at = false;  // `i @ X` of a weak X is Read(0, i, X), not a cell
};

// Translates the formulas of one declaration. Throws TooLarge.
class FormulaTranslator {
 public:
  FormulaTranslator(TermArena& arena, FormulaOptions options) : arena_(arena), options_(options) {}

  [[nodiscard]] TermId variable(Variable v) { return arena_.variable(v); }
  [[nodiscard]] TermId term(const ld::Term& term);
  // The template of a formula without quantifiers and fences; if not `positive`, of its negation.
  [[nodiscard]] TermId formula(const ld::Formula& formula, bool positive = true);
  // The disjunctive normal form of a guard, unsafe or invariant formula; if not `positive`, of its negation.
  [[nodiscard]] std::vector<Disjunct> disjuncts(const ld::Formula& formula, bool positive = true);
  // The same disjuncts over pairwise distinct parameters. An existential variable may denote the same process as a declared parameter or
  // another variable, so each is either a new parameter or identified with a declared parameter or an earlier variable, in all ways that
  // its quantifier allows. `range` is the place of the formula.
  [[nodiscard]] std::vector<Disjunct> identify(const std::vector<Disjunct>& disjuncts, std::uint32_t declared, SourceRange range);
  // The clauses of a formula without fence and without existential quantifier; if not `positive`, of its negation.
  [[nodiscard]] std::vector<Clause> clauses(const ld::Formula& formula, bool positive = true);

  // The number of a distinctness group that no bound variable has yet.
  [[nodiscard]] std::uint32_t new_group() { return groups_++; }

 private:
  using Known = std::map<std::pair<const ld::Formula*, bool>, TermId>;  // subformulas, positive or negated, that were translated already

  TermId formula(const ld::Formula& formula, bool positive, Known& known);
  std::vector<Disjunct> junction(const ld::Formula& formula, bool positive, bool conjunctive);
  std::vector<Disjunct> universal(const ld::Formula& formula, bool positive);
  Disjunct universal_body(const ld::Formula& formula, bool positive, const ld::Formula& body);
  std::vector<Disjunct> existential(const ld::Formula& formula, bool positive);
  std::vector<Disjunct> product(const std::vector<Disjunct>& a, const std::vector<Disjunct>& b, SourceRange range) const;
  std::vector<Clause> either(const std::vector<Clause>& a, const std::vector<Clause>& b, SourceRange range);
  std::vector<Clause> operand(const ld::Formula& formula, bool positive);
  std::vector<Universal::Bound> bound_by(const ld::Formula& quantifier);
  bool occurs(const Disjunct& d, Variable v);
  std::optional<Disjunct> replaced(const Disjunct& d, Variable from, Variable to);
  TermId compare(const ld::Formula& formula);
  // Comparisons with counts (count_formula.cpp).
  struct Excepted;
  TermId compare_with_counts(const ld::Formula& formula, const std::vector<const ld::Term*>& counts);
  [[nodiscard]] TermId count_without_exceptions(const ld::Term& count);
  [[nodiscard]] Excepted excepted(const ld::Term& count, TermId process);
  TermId compare_enumerated(ld::Comparison comparison, TermId a, TermId b);

  TermArena& arena_;
  FormulaOptions options_;
  std::uint32_t groups_ = 0;
  std::map<const ld::Term*, TermId> counts_;  // the values of the counts in the comparison that is being translated
};

}  // namespace parapet::le
