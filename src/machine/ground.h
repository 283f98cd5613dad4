// Grounding: formulas and terms of LD for given processes. Quantifiers are expanded, so only locations and constants are left.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "ld/program.h"
#include "machine/code.h"
#include "machine/layout.h"

namespace parapet::machine {

inline constexpr Process no_process = UINT32_MAX;

struct GroundTerm {
  enum class Kind : std::uint8_t { Constant, Cell, Sum, Count };
  Kind kind = Kind::Constant;
  bool weak = false;            // Cell
  Code constant = 0;            // Constant
  Location location = 0;        // Cell
  Process reader = no_process;  // Cell, weak: the reader; no_process: memory is read, not a store buffer
  std::uint32_t sum = 0;        // Sum, Count: index into Grounder::sums()
};

struct GroundFormula;

struct GroundSum {
  std::vector<std::pair<Rational, GroundTerm>> parts;
  Rational constant;
  std::vector<GroundFormula> counted;  // of a Count: one formula per process; its value is how many of them hold
};

struct GroundFormula {
  enum class Kind : std::uint8_t { True, False, Compare, Fence, WriteFence, Not, And, Or, Iff, If };
  Kind kind = Kind::True;
  ld::Comparison comparison = ld::Comparison::Equal;
  GroundTerm left, right;           // Compare
  std::vector<GroundFormula> args;  // If: condition, then, else
  // And: one case of an index that is not a value (ld/elements.h). It begins with the conditions that choose the cells of the rest: of a case
  // that does not apply, the cells are not read.
  bool index_case = false;
};

class Grounder {
 public:
  Grounder(const ld::Program& program, const Layout& layout, const Roster& roster, Numbers& numbers, Budget& budget)
      : program_(program), layout_(layout), roster_(roster), numbers_(numbers), budget_(budget) {}

  // Begins the grounding of a declaration for these parameters and, in a transition, this acting process. The reader of a weak location is
  // i in `i @ X`, otherwise the acting process; without either (in init) memory is read.
  void open(const ld::Declaration& scope, const std::vector<Process>& parameters, std::optional<Process> actor);
  void bind(ld::Variable variable, Process process) { bindings_[variable] = process; }

  [[nodiscard]] GroundFormula formula(const ld::Formula& formula);
  [[nodiscard]] GroundTerm term(const ld::Term& term);
  [[nodiscard]] Location location(SymbolId symbol, const std::vector<ld::Term>& indices) const;
  [[nodiscard]] const std::vector<GroundSum>& sums() const { return sums_; }

 private:
  [[nodiscard]] Process process(const ld::Term& term) const;
  [[nodiscard]] GroundFormula quantified(const ld::Formula& formula);
  void choose(const ld::Formula& formula, bool others, std::vector<Process>& chosen, GroundFormula& out);

  const ld::Program& program_;
  const Layout& layout_;
  const Roster& roster_;
  Numbers& numbers_;
  Budget& budget_;
  std::vector<GroundSum> sums_;
  std::vector<Process> bindings_;  // by variable; the parameters come first
  std::size_t parameters_ = 0;
  std::optional<Process> actor_;
};

// The same formula without the parts that constants decide. Not for texts whose reads are logged: a firing reads the locations of its text
// even if a constant decides the value of the formula.
[[nodiscard]] GroundFormula simplified(GroundFormula formula);

}  // namespace parapet::machine
