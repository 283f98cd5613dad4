// What the machine with a store buffer per location (delayed_text.cpp) asks of the text of the model, as formulas of SMT-LIB 2: which weak
// cells a firing accesses, and the tables of the translated system about delayed writes.
#pragma once

#include <string>
#include <vector>

#include "check/firing_text.h"
#include "check/state_text.h"
#include "result/certificate.h"

namespace parapet::check {

// Which weak cells a firing accesses.
class AccessText {
 public:
  AccessText(const le::System& system, TermArena& arena, StateText& states) : system_(system), arena_(arena), states_(states) {}

  // The reads of the firing are those of a snapshot, not of memory.
  [[nodiscard]] bool is_late(const le::Transition& transition) const;
  // The weak symbols that the firing writes, or reads not from a snapshot.
  [[nodiscard]] std::vector<SymbolId> accessed(const FiringText& firing) const;

  // That the firing writes the cell of the symbol with these indices; StateText::update was called for it.
  [[nodiscard]] std::string writes(SymbolId symbol, const Names& at, const FiringText& firing) const;
  // That it reads the cell, not from a snapshot.
  [[nodiscard]] std::string reads(SymbolId symbol, const Names& at, const FiringText& firing, const Range& range) const;
  // That it reads the cell for its guard, or for the new value of a cell of which the cube says something.
  [[nodiscard]] std::string reads_for(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at, const FiringText& firing,
                                      const Range& range) const;

 private:
  template <class Purpose>
  [[nodiscard]] std::string read_ways(SymbolId symbol, const Names& at, const FiringText& firing, const Range& range,
                                      const Purpose& purpose) const;
  template <class Visit>
  void each_read_cell(const FiringText& firing, const Range& range, const Visit& visit) const;
  [[nodiscard]] std::string says(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at) const;

  const le::System& system_;
  TermArena& arena_;
  StateText& states_;
};

// The tables of the translated system (le/delays.h): which writes may be delayed, and in which local states a process can have which writes
// in its store buffers. They are analyses of the text of the model, and trusted.
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
