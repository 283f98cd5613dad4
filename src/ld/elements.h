// Arrays over enumerations, element by element: from a program as its author wrote it to one in which every index is a process.
//
// `array Slot[idx] : t` is one variable for each value of idx, and `array M[proc, idx] : t` one array over processes for each value. These
// symbols are called elements; they are printed as they are written, `Slot[S1]`, `M[p, S1]`. With e, f terms of idx and v, w its values,
//
//     Slot[e] = t            becomes   (e = v1 && Slot[v1] = t) || (e = v2 && Slot[v2] = t) || ...
//     Slot[e] := t           becomes   Slot[v] := case | e = v : t     for every v: where the condition fails, the cell is not written
//     X := Slot[e]           becomes   X := case | e = v1 : Slot[v1] | e = v2 : Slot[v2] ...
//     forall s : idx. F(s)   becomes   F(v1) && F(v2) && ...
//     next(e)                becomes   the value after v, in the case e = v
//
// Exactly one of the conditions e = v holds in every state, and all reads of a firing are made at one instant, so that e has the same value
// wherever it occurs: each case of a conjunction fixes e once. Hence the new program has the same steps as the written one, and a case reads
// the one cell that it is about.
//
// Whether a firing reads and writes weak locations, so that it is atomic, is decided on the written text (Transition::facts). The rewritten
// text may not tell: of `Slot[e] := case | _ : Slot[f]` the case e = f keeps its cell, and an enumeration with one value has no other case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/source.h"
#include "ld/program.h"

namespace parapet::ld {

// Whether the program has values as indices, or quantifiers, `next` or `prev` over an enumeration.
[[nodiscard]] bool has_elements(const Program& program);

// A guard with more cases than these is refused: every case is a transition of LE.
inline constexpr std::size_t most_index_cases = 1024;

// The program by elements; none if it is too large, which is then reported. `budget` may be null.
[[nodiscard]] std::optional<Program> by_elements(Program written, Diagnostics& diagnostics, Budget* budget);

// The formulas and terms of one declaration by elements (element_cases.cpp).

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
