// The formulas and terms of one declaration by elements (ld/elements.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "ld/program.h"

namespace parapet::ld {

// The symbols of the new program: the element of a written array with given values as indices.
class ElementTable {
 public:
  // Adds the symbols of `written`, by elements, to `signature`, which has the sorts already.
  ElementTable(const Signature& written, Signature& signature);
  // `positions`: the value of each index that is no process, in the order of the indices.
  [[nodiscard]] SymbolId element(SymbolId array, const std::vector<std::uint32_t>& positions) const;
  [[nodiscard]] const Signature& written() const { return written_; }
  [[nodiscard]] const Symbol& written(SymbolId symbol) const { return written_[symbol]; }
  [[nodiscard]] std::size_t size_of(SortId enumeration) const { return written_[enumeration].constructors.size(); }

 private:
  const Signature& written_;
  std::vector<SymbolId> first_;  // by written symbol
};

// Thrown where more cases arise than can be handled.
struct TooManyCases {
  SourceRange range;
};

class ElementCases {
 public:
  // What the variables of the written declaration stand for.
  struct Bindings {
    std::map<Variable, std::uint32_t> values;  // of a variable bound to the values of an enumeration: one of them
    std::map<Variable, Variable> renamed;      // of a process variable whose binder was copied
  };
  // Cells of an enumeration of the new program, and the value that each has in the present case.
  using Known = std::vector<std::pair<Term, std::uint32_t>>;

  // In the states where the conditions hold, the written term has the value of `term`.
  struct TermCase {
    std::vector<Formula> conditions;
    Term term;
    Known known;
  };
  // In the states where the conditions hold, the indices of a written cell that are no processes have these values.
  struct IndexCase {
    std::vector<Formula> conditions;
    std::vector<std::uint32_t> positions;
    Known known;
  };

  // `scope`: the declaration of the new program, which has the variables of the written one and gets those of copied binders.
  ElementCases(const ElementTable& table, Declaration& scope, Budget* budget) : table_(table), scope_(scope), budget_(budget) {}

  // The cases are disjoint, and one of them holds in every state in which the `known` values are right.
  [[nodiscard]] std::vector<TermCase> cases(const Term& term, const Bindings& bindings, const Known& known);
  [[nodiscard]] std::vector<IndexCase> index_cases(SymbolId array, const std::vector<Term>& indices, const Bindings& bindings,
                                                   const Known& known, SourceRange range);
  // The formula, or its negation, in the states in which the `known` values are right.
  [[nodiscard]] Formula formula(const Formula& formula, bool positive, const Bindings& bindings, const Known& known);
  // The process indices of a written cell.
  [[nodiscard]] std::vector<Term> processes(SymbolId array, const std::vector<Term>& indices, const Bindings& bindings) const;
  // From now on, comparisons of two values are not replaced by their truth value. (What a fence means depends on which parts of the text
  // are the constants true and false: ld/text.h.)
  void keep_comparisons(bool keep) { keeps_comparisons_ = keep; }
  // A new variable, with the name of an old one.
  [[nodiscard]] Variable copied(Variable variable);

 private:
  struct Item {
    const Formula* formula;
    bool positive;
    Bindings bindings;
  };

  [[nodiscard]] std::vector<TermCase> access(const Term& term, const Bindings& bindings, const Known& known);
  [[nodiscard]] std::vector<TermCase> sum(const Term& term, const Bindings& bindings, const Known& known);
  [[nodiscard]] Term count(const Term& term, const Bindings& bindings, const Known& known);
  [[nodiscard]] std::vector<IndexCase> values(const Term& term, const Bindings& bindings, const Known& known);
  // The cases of a comparison that do not contradict it: their conditions end with what is left of it.
  [[nodiscard]] std::vector<TermCase> comparison(const Item& item, const Known& known);
  [[nodiscard]] Formula conjunction(std::vector<Item> items, Known known, SourceRange range);
  [[nodiscard]] Formula disjunction(const std::vector<Item>& items, const Known& known, SourceRange range);
  [[nodiscard]] Formula instances(const Item& item, bool all, const Known& known);
  [[nodiscard]] Formula over_processes(const Item& item, const Known& known);
  [[nodiscard]] Term renamed(const Term& term, const Bindings& bindings) const;
  void spend(SourceRange range);

  const ElementTable& table_;
  Declaration& scope_;
  Budget* budget_;
  std::vector<bool> bound_;  // by variable: its binder is in the new declaration already
  std::size_t made_ = 0;     // cases
  bool keeps_comparisons_ = false;
};

// Whether the term or formula has parts that the program by elements has not.
[[nodiscard]] bool has_elements(const Term& term, const Signature& written);
[[nodiscard]] bool has_elements(const Formula& formula, const Signature& written);

[[nodiscard]] Formula all_of(std::vector<Formula> conjuncts, SourceRange range);
[[nodiscard]] Formula any_of(std::vector<Formula> disjuncts, SourceRange range);

}  // namespace parapet::ld
