// Which weak cells a firing accesses, as formulas of SMT-LIB 2, for the machine with a store buffer per location (delayed_text.cpp).
#pragma once

#include <string>
#include <vector>

#include "check/firing_text.h"
#include "result/certificate.h"

namespace parapet::check {

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
  [[nodiscard]] std::string reads_for(const Cube& cube, const Scope& scope, SymbolId symbol, const Names& at,
                                      const FiringText& firing, const Range& range) const;

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

}  // namespace parapet::check
