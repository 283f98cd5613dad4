// Formulas over plain states as SMT-LIB 2 text. A cell is an application of the function of its array to named processes. There are two
// states, the one before a firing and the one after it.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check/tuples.h"
#include "le/system.h"
#include "smt/smtlib_print.h"

namespace parapet::check {

using Names = std::vector<std::string>;

[[nodiscard]] std::string application(const std::string& function, const Names& arguments);
[[nodiscard]] std::string junction(const std::string& op, const std::string& neutral, const Names& parts);
[[nodiscard]] std::string distinct(const Names& terms);
[[nodiscard]] std::string implication(const Names& premises, const std::string& conclusion);
[[nodiscard]] std::string define_function(const std::string& name, const Names& processes, const std::string& sort,
                                          const std::string& body);

// Calls visit(names) for every tuple of `length` names of the range; `apart`: of pairwise different names only.
template <class Visit>
void each_tuple_of_names(const Names& range, std::size_t length, bool apart, const Visit& visit) {
  const auto allowed = [&](const Names& prefix, const std::string& name) {
    return !apart || std::find(prefix.begin(), prefix.end(), name) == prefix.end();
  };
  each_tuple(range, length, allowed, visit);
}

class StateText {
 public:
  using Bindings = std::map<le::Variable, std::string>;  // the variables of a template

  StateText(const le::System& system, const TermArena& arena);

  // Declarations of the sorts, of the functions of the state before, and of the processes that constants name.
  [[nodiscard]] std::string declarations() const;
  [[nodiscard]] const Names& constants() const { return constants_; }
  // These processes and the constants.
  [[nodiscard]] Names everybody(Names processes) const;

  [[nodiscard]] std::string formula(TermId formula, const Bindings& bindings = {});
  [[nodiscard]] std::string process(TermId process, const Bindings& bindings = {});

  // Defines the state after a firing. Formulas refer to that state until `go_back` is called.
  [[nodiscard]] std::string go_forward(const le::Transition& transition, const Bindings& bindings);
  void go_back() { changed_.clear(); }
  // The symbols that the firing may have changed.
  [[nodiscard]] const std::set<SymbolId>& changed() const { return changed_; }

 private:
  [[nodiscard]] std::string name_of(TermId leaf) const;
  [[nodiscard]] std::string function(SymbolId symbol) const;
  [[nodiscard]] std::string function_after(SymbolId symbol) const;
  [[nodiscard]] Names indices(SymbolId symbol) const;
  [[nodiscard]] std::string sort_of(SymbolId symbol) const { return printer_.sort_name(arena_.signature()[symbol].sort); }
  [[nodiscard]] std::string new_value(const le::Update& update, Bindings bindings, const std::string& otherwise, std::size_t number,
                                      std::string& declarations);

  const le::System& system_;
  const TermArena& arena_;
  smt::SmtlibPrinter printer_;
  Names constants_;
  Bindings bindings_;  // bindings of the formula that is being printed
  std::set<SymbolId> changed_;
};

}  // namespace parapet::check
