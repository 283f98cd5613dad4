// The cubes of a certificate as predicates of SMT-LIB 2, and what it claims about values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "check/weak_text.h"
#include "result/certificate.h"

namespace parapet::check {

// cubeK of the processes z0, z1, ... and the times s0, s1, ... of its open reads: this choice of processes and times shows that the state
// is in cube K. What a cube says about all other cells of an array is a predicate of its own, cubeK.o1, cubeK.o2, ..., with the indices
// of such a cell as further parameters; it has to hold for all cells.
class CubeText {
 public:
  CubeText(TermArena& arena, const Certificate& certificate, StateText& states, const WeakText& weak);

  // |X.values| for every symbol X of whose values the certificate claims something.
  [[nodiscard]] std::string declarations() const;
  [[nodiscard]] bool claims(SymbolId symbol) const;
  [[nodiscard]] bool claims_any() const;
  [[nodiscard]] std::string claim(SymbolId symbol, const std::string& value) const;

  [[nodiscard]] std::string define(const std::string& name, const CertificateCube& cube, bool after) const;
  [[nodiscard]] std::string holds(const std::string& name, const Names& processes, const Names& times, bool after) const;

  // By number from 0: the array, and the predicate for a cell.
  [[nodiscard]] std::vector<SymbolId> others(const CertificateCube& cube) const;
  [[nodiscard]] std::string holds_of(const std::string& name, std::size_t number, Names processes, const Names& cell, const Names& times,
                                     bool after) const;

  // The claims for the cells and reads of a formula: of a template in the scope, of a cube for these processes and times.
  [[nodiscard]] Names values_in(TermId formula, const Scope& scope) const;
  [[nodiscard]] Names values_in(const CertificateCube& cube, const Scope& scope) const;

 private:
  [[nodiscard]] static std::string name_after(const std::string& name, const std::string& mark);

  TermArena& arena_;
  const Certificate& certificate_;
  StateText& states_;
  const WeakText& weak_;
};

}  // namespace parapet::check
