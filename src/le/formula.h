// From LD formulas to templates over terms, and to disjunctive normal form.
#pragma once

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "ld/program.h"
#include "le/system.h"
#include "logic/term.h"

namespace parapet::le {

// A formula too large to be expanded; the message says where.
class TooLarge : public std::runtime_error {
 public:
  TooLarge(SourceRange where, const std::string& what) : std::runtime_error(what), range(where) {}
  SourceRange range;
};

// One disjunct of a guard or of an unsafe formula.
struct Disjunct {
  std::vector<Universal::Bound> exists;
  Conjunction literals;
  std::vector<Universal> universals;
  bool fence = false;
};

struct FormulaOptions {
  bool reads_at = false;  // `i @ X` of a weak X is Read(0, i, X), not a cell
};

class FormulaTranslator {
 public:
  FormulaTranslator(TermArena& arena, FormulaOptions options) : arena_(arena), options_(options) {}

  [[nodiscard]] TermId variable(Variable v) { return arena_.fresh(v, Signature::proc); }
  [[nodiscard]] TermId term(const ld::Term& term);
  // Quantifier-free, without fence.
  [[nodiscard]] TermId formula(const ld::Formula& formula);
  // Any guard, unsafe or invariant formula; `positive` false: of its negation.
  [[nodiscard]] std::vector<Disjunct> disjuncts(const ld::Formula& formula, bool positive = true);
  // The disjuncts with every existential variable either new or identified with a declared parameter or an earlier one, in all ways its
  // quantifier allows: parameters of a firing are distinct, existential variables need not be.
  [[nodiscard]] std::vector<Disjunct> identify(const std::vector<Disjunct>& disjuncts, std::uint32_t declared);

 private:
  std::vector<Disjunct> junction(const ld::Formula& formula, bool positive, bool conjunctive);
  std::vector<Disjunct> universal(const ld::Formula& formula, bool positive);
  std::vector<Disjunct> existential(const ld::Formula& formula, bool positive);
  std::vector<Disjunct> product(const std::vector<Disjunct>& a, const std::vector<Disjunct>& b, SourceRange range) const;
  std::optional<Disjunct> replaced(const Disjunct& d, Variable from, Variable to);
  TermId compare(const ld::Formula& formula);
  TermId compare_enumerated(ld::Comparison comparison, TermId a, TermId b);

  TermArena& arena_;
  FormulaOptions options_;
  std::uint32_t groups_ = 0;
};

// Disjunctive normal form of a formula over atoms; [[]] is true, [] is false. Contradictions that show in a pair of atoms are dropped.
[[nodiscard]] std::vector<Conjunction> to_dnf(TermArena& arena, TermId formula);

}  // namespace parapet::le
