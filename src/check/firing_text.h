// A firing of a transition by named processes, and what its text reads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "check/state_text.h"

namespace parapet::check {

struct FiringText {
  const le::Transition& transition;
  Names parameters;   // x0, x1, ...
  std::string actor;  // empty: none
  Scope scope;        // of its guard and its assignments

  // The parameters that the text declares.
  [[nodiscard]] Names declared() const { return {parameters.begin(), parameters.begin() + transition.declared}; }
};

// A term or formula that the firing evaluates.
struct ReadTerm {
  enum class Part : std::uint8_t { Guard, Let, Assignment };
  Part part;
  const le::Update* assignment;  // whose condition or value it is; null: none
  TermId term;
  const Scope& scope;
  const Names& bound;  // the processes of the quantifier, or of the assignment to many cells, in which it stands
  Names in_range;      // what makes them processes over which the quantifier ranges
};
// Calls visit for the guard, the `let`s, the conditions and values of assignments, whether they matter or not; those with bound variables
// for each tuple of processes of the range, or once with the names to be quantified.
void each_read_term(const le::System& system, const FiringText& firing, const Range& range,
                    const std::function<void(const ReadTerm&)>& visit);

}  // namespace parapet::check
