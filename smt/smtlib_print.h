// Terms and queries as SMT-LIB 2 text, for query files and solver processes. The text is made for readers: enumerations are datatypes,
// |Cache[z0]| is a constant, proc and event are names for Int, and ghb is a defined predicate over ranks.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "logic/term.h"

namespace parapet::smt {

// Pieces of SMT-LIB text, for all that is written in it.

// `(function a b ...)`; without arguments the function itself.
[[nodiscard]] std::string application(std::string_view function, const std::vector<std::string>& arguments);
// `(and a b ...)`, `(or a b ...)`: one part is itself, none is `none`.
[[nodiscard]] std::string junction(std::string_view op, const std::vector<std::string>& parts, std::string_view none);
// `(declare-fun symbol (sorts) result)` and a line break.
[[nodiscard]] std::string declare_function(std::string_view symbol, const std::vector<std::string>& sorts, std::string_view result);

class SmtlibPrinter {
 public:
  explicit SmtlibPrinter(const TermArena& arena);
  // `naming` gives the text of variables and cells, for example an application of a function.
  using Naming = std::function<std::string(TermId)>;
  SmtlibPrinter(const TermArena& arena, Naming naming);

  // What a query needs before its assertions, in this order.
  struct Prelude {
    std::string logic;         // the smallest logic that both z3 and cvc5 know by name
    std::string declarations;  // sorts and constants that occur
    std::string axioms;        // process terms are pairwise distinct
  };
  [[nodiscard]] Prelude prelude(std::span<const TermId> formulas);

  [[nodiscard]] std::string formula(TermId id);
  // A variable's symbol, a constructor's name, a number, a sum.
  [[nodiscard]] std::string term(TermId id);
  // The position of a constructor in its sort, by its symbol; -1 if the sort has none of that name.
  [[nodiscard]] int position(SortId sort, std::string_view name) const;

  [[nodiscard]] std::string sort_name(SortId sort) const;
  [[nodiscard]] std::string declare_sort(SortId sort) const;

  // A name as an SMT-LIB symbol: quoted unless it is a simple symbol, changed if SMT-LIB or a solver defines it.
  [[nodiscard]] static std::string symbol(std::string_view name);
  // The symbol of a value of an enumeration.
  [[nodiscard]] static std::string constructor(const Sort& sort, std::size_t position);

 private:
  void collect(TermId id, std::unordered_set<TermId>& seen, std::vector<TermId>& leaves) const;
  [[nodiscard]] std::string number(const Rational& value, bool real) const;
  [[nodiscard]] std::string side(TermId sum, int sign);
  [[nodiscard]] std::string compare(TermId sum, std::string_view op);
  [[nodiscard]] std::string member(TermId id);

  const TermArena& arena_;
  Naming naming_;                          // empty: each is a constant
  std::unordered_set<std::string> taken_;  // symbols of constructors, and those given to variables
  std::unordered_map<TermId, std::string> symbols_;
};

}  // namespace parapet::smt
