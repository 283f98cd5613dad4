// Formulas about the states of a machine as SMT-LIB 2 text: cells, what a process sees of a cell at some time, and the state after a
// firing. A cell is an application of the function of its array to named processes.
//
//   |A.|   the cells of A in the state before a firing          |A'|   in the state after it
//   |X@|   what a process sees of X at a time                   |X@'|  the same after the firing
//   |X.entry|  the writes in the store buffer of a process, by position (machines with a buffer per location)
// What a process sees at a time is a matter of the machine (weak_text.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "check/tuples.h"
#include "le/system.h"
#include "smt/smtlib_print.h"

namespace parapet::check {

using Names = std::vector<std::string>;

[[nodiscard]] std::string application(const std::string& function, const Names& arguments);
[[nodiscard]] std::string conjunction(const Names& parts);
[[nodiscard]] std::string disjunction(const Names& parts);
[[nodiscard]] std::string distinct(const Names& terms);
[[nodiscard]] std::string implication(const Names& premises, const std::string& conclusion);
[[nodiscard]] std::string negation(const std::string& formula);
// (ite condition chosen otherwise), or what it is if the condition is a constant.
[[nodiscard]] std::string choice(const std::string& condition, const std::string& chosen, const std::string& otherwise);
// Bound variables or parameters: processes, then times.
[[nodiscard]] std::string sorted_variables(const Names& processes, const Names& times);
[[nodiscard]] std::string define_function(const std::string& name, const Names& processes, const Names& times, const std::string& sort,
                                          const std::string& body);
[[nodiscard]] std::string declare_function(const std::string& name, std::size_t processes, std::size_t times, const std::string& sort);
// prefix0, prefix1, ...
[[nodiscard]] Names numbered(const std::string& prefix, std::size_t count);
void append(Names& to, const Names& from);

// Over what a universal statement is asserted: the processes and times that an obligation names, or with quantifiers.
struct Range {
  bool quantified = false;
  Names processes;
  Names times;

  // The statement for each tuple of `size` processes, or for each time; or one with a quantifier.
  [[nodiscard]] Names for_processes(std::size_t size, const std::function<std::string(const Names&)>& statement) const;
  [[nodiscard]] Names for_times(const std::function<std::string(const std::string&)>& statement) const;
};

// The names under which a formula is printed.
struct Scope {
  std::map<le::Variable, std::string> variables;  // of a template
  Names processes;                                // of z0, z1, ...
  Names times;                                    // of the open reads, then the positions of entries of store buffers
  std::size_t reads = SIZE_MAX;                   // the number of open reads: a Read term with a higher number is an entry
  bool after = false;                             // the state after the firing
  std::string reader, time;                       // not empty: weak names are what `reader` sees at `time`, shared plain names too
  const std::vector<bool>* in_memory = nullptr;   // by symbol: names that are nevertheless cells
  std::string fresh = "v";                        // of a Fresh term
};

// The scope in which the bound variables are these processes, and what makes these processes values of them.
[[nodiscard]] Scope bound_to(Scope scope, const std::vector<le::Universal::Bound>& bound, const Names& tuple);
[[nodiscard]] Names in_range(const std::vector<le::Universal::Bound>& bound, const Names& tuple, const Names& parameters);

class StateText {
 public:
  // `sees_plain`: reads of shared plain names are made at a time, too (timeline engine). `delays_apart`: the weak cells after a firing are
  // not those that it wrote; the weak part defines them.
  StateText(const le::System& system, TermArena& arena, bool sees_plain, bool delays_apart);

  // Declarations of the sorts, of the cells, and of the processes that constants name.
  [[nodiscard]] std::string declarations() const;
  [[nodiscard]] const Names& constants() const { return constants_; }
  // These processes and the constants.
  [[nodiscard]] Names everybody(Names processes) const;

  [[nodiscard]] std::string formula(TermId formula, const Scope& scope);
  [[nodiscard]] std::string term(TermId term, const Scope& scope);

  // The updates of a firing: for each symbol X that it assigns the definitions of |X!|, whether the firing writes a cell, of |X:=|, the
  // value that it writes there, and of the cells after it. `mark` is part of the names of functions of the state after.
  [[nodiscard]] std::string update(const le::Transition& transition, const Scope& scope, const std::string& mark);
  // A step that changes no cell.
  void keep(const std::string& mark);
  // The step may change cells of the symbol, or what is seen of them; the weak part defines them.
  void change(SymbolId symbol) { changed_.insert(symbol); }
  // The symbols that the step may have changed.
  [[nodiscard]] const std::set<SymbolId>& changed() const { return changed_; }
  // The other functions of the state after that are defined, by the names that they have in the state before.
  void define_after(const std::string& name) { defined_.insert(name); }
  // The name of a function of the state.
  [[nodiscard]] std::string in_state(const std::string& name, bool after) const;

  [[nodiscard]] std::string cell(SymbolId symbol, bool after) const;
  [[nodiscard]] std::string seen(SymbolId symbol, bool after) const;
  [[nodiscard]] std::string own(SymbolId symbol, const std::string& what) const;  // |X.what|
  [[nodiscard]] std::string write_test(SymbolId symbol) const { return "|" + name(symbol) + "!" + mark_ + "|"; }
  [[nodiscard]] std::string write_value(SymbolId symbol) const { return "|" + name(symbol) + ":=" + mark_ + "|"; }
  [[nodiscard]] std::string sort_of(SymbolId symbol) const { return printer_.sort_name(arena_.signature()[symbol].sort); }
  // j0, j1, ..., one for each index; for an invalid symbol one, of a process.
  [[nodiscard]] Names indices(SymbolId symbol) const;
  [[nodiscard]] const std::string& name(SymbolId symbol) const { return arena_.signature()[symbol].name; }
  [[nodiscard]] bool is_weak(SymbolId symbol) const { return arena_.signature()[symbol].weak; }
  [[nodiscard]] std::string mark() const { return mark_; }

 private:
  [[nodiscard]] std::string name_of(TermId leaf) const;
  [[nodiscard]] std::string seen_text(TermId location, const std::string& reader, const std::string& time) const;
  [[nodiscard]] std::string entry_text(TermId leaf) const;
  // Whether a cell is written, and the value that is written if it is; no value if it is never written.
  struct Written {
    std::string whether, value;
  };
  [[nodiscard]] Written new_value(const le::Update& update, Scope scope, const Written& otherwise, std::size_t number,
                                  std::string& declarations);

  const le::System& system_;
  TermArena& arena_;
  const bool sees_plain_, delays_apart_;
  smt::SmtlibPrinter printer_;
  Names constants_;
  const Scope* scope_ = nullptr;  // of the formula that is being printed
  std::string mark_;
  std::set<SymbolId> changed_;
  std::set<std::string> defined_;
};

}  // namespace parapet::check
