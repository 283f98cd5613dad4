// The tables of the translated system about delayed writes (le/delays.h) as formulas of SMT-LIB 2: which writes may be delayed, and in
// which local states a process can have which writes in its store buffers. They are analyses of the text of the model, and trusted.
#pragma once

#include <string>

#include "check/state_text.h"

namespace parapet::check {

class DelayTableText {
 public:
  DelayTableText(const le::System& system, TermArena& arena, StateText& states) : system_(system), arena_(arena), states_(states) {}

  // That the write of the cell of this symbol with these indices by a firing of the transition may be delayed, if `actor` fires it.
  [[nodiscard]] std::string may_delay(const le::Transition& transition, SymbolId symbol, const std::string& actor, const Names& at) const;
  // The body of a predicate of p: its own cells have values that they can have together.
  [[nodiscard]] std::string local() const;
  // The body of a predicate of p, the indices of the symbol and v: p can have a write of v to this cell in its buffer, its own cells having
  // the values that they have.
  [[nodiscard]] std::string holds(SymbolId symbol) const;

 private:
  using Demands = std::vector<le::Delays::Demand>;
  template <class Of>
  [[nodiscard]] std::string by_class(const std::string& process, const Of& of) const;
  template <class Of>
  [[nodiscard]] std::string by_cell(SymbolId symbol, const std::string& process, const Names& at, const Of& of) const;
  [[nodiscard]] std::string local_states(TermId process, Demands demands) const;
  [[nodiscard]] std::string own_view(SymbolId name) const;

  const le::System& system_;
  TermArena& arena_;
  StateText& states_;
};

}  // namespace parapet::check
