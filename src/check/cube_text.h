// The cubes of a certificate as predicates of SMT-LIB 2, and what it claims about values: sets of constructors, intervals, and of proper
// names (proper.h) that they are processes, for which (is-process v) stands, or values of constants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/weak_text.h"
#include "result/certificate.h"

namespace parapet::check {

// cubeK of the processes z0, z1, ..., the times s0, s1, ... of its open reads and the positions e0, e1, ... of its entries of store buffers, or
// the times of the slots of its explored writes, then of these writes: this choice shows that the state is in cube K. What a cube says about all other cells of an array is a predicate of its own, cubeK.o1, cubeK.o2, ..., with the indices
// of such a cell as further parameters; it has to hold for all cells.
class CubeText {
 public:
  CubeText(TermArena& arena, const Certificate& certificate, StateText& states, const WeakText& weak);

  // |X.values| for every symbol X of whose values the certificate claims something.
  [[nodiscard]] std::string declarations() const;
  [[nodiscard]] bool claims(SymbolId symbol) const;
  [[nodiscard]] bool claims_any() const;
  [[nodiscard]] std::string claim(SymbolId symbol, const std::string& value) const;
  // Some claim is that values are processes, or those of the constants of the model.
  [[nodiscard]] bool claims_processes() const { return !certificate_.proper.empty(); }
  [[nodiscard]] Names constants() const;

  // z0, z1, ..., s0, s1, ..., e0, e1, ... in the state before or after a step.
  [[nodiscard]] static Scope scope_of(const Cube& cube, bool after);
  [[nodiscard]] static std::size_t entries(const Cube& cube);

  [[nodiscard]] std::string define(const std::string& name, const Cube& cube, bool after) const;
  // `mark`: of the state (StateText::mark); empty: the state before. The positions of entries come after the times.
  [[nodiscard]] static std::string holds(const std::string& name, const Names& processes, const Names& times, const std::string& mark);

  // By number from 0: the array, and the predicate for a cell.
  [[nodiscard]] std::vector<SymbolId> others(const Cube& cube) const;
  [[nodiscard]] static std::string holds_of(const std::string& name, std::size_t number, Names processes, const Names& cell,
                                            const Names& times, const std::string& mark);

  // The claims for the cells and reads of a formula: of a template in the scope, of a cube for these processes and times.
  [[nodiscard]] Names values_in(TermId formula, const Scope& scope) const;
  [[nodiscard]] Names values_in(const Cube& cube, const Scope& scope) const;

 private:
  [[nodiscard]] bool is_proper(SymbolId symbol) const;
  [[nodiscard]] static std::string name_after(const std::string& name, const std::string& mark);

  TermArena& arena_;
  const Certificate& certificate_;
  StateText& states_;
  const WeakText& weak_;
};

}  // namespace parapet::check
