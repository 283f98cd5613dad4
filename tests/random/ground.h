// A model for a fixed number of processes, without variables: the enumerator's own reading of ld::Program, as its author wrote it. Of the
// program by elements only the numbers of the symbols are used, since traces have them.
// Nothing here may be shared with src/check or src/search: it is what they are compared against.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ld/program.h"

namespace parapet::test {

// Values are small numbers. Proc: 0 <= k < processes is process k, every other k is nobody; Abstract: a label; Real: so many halves.
using Small = std::int16_t;
constexpr std::int64_t halves = 2;

struct GroundFormula;
struct GroundIndex;

// A cell of an array over an enumeration is found in each state: its number is `first` plus, for each index, `stride` times the value that
// the index has there.
struct GroundPlace {
  std::uint32_t first = 0;
  std::vector<GroundIndex> indices;  // those that are no constants
};

struct GroundTerm {
  std::int64_t number = 0;  // plus the sum of coefficient * cell
  struct Part {
    std::int64_t coefficient = 1;
    GroundPlace place;
    int reader = -1;  // whose view; -1: memory
  };
  std::vector<Part> parts;
  // And the sum of coefficient * the number of these formulas that hold: one per process.
  struct Counted {
    std::int64_t coefficient = 1;
    std::vector<GroundFormula> formulas;
  };
  std::vector<Counted> counted;
  SortKind kind = SortKind::Int;
  std::int64_t values = 0;  // not 0: the term is `next` or `prev` of a term of an enumeration with so many values; the sum modulo that

  [[nodiscard]] bool varies() const { return !parts.empty() || !counted.empty(); }
};

struct GroundIndex {
  GroundTerm value;
  std::uint32_t stride = 1;
  std::uint32_t values = 1;  // of its enumeration
};

struct GroundFormula {
  enum class Kind : std::uint8_t { True, False, Compare, Fence, WriteFence, And, Or };
  Kind kind = Kind::True;
  ld::Comparison comparison = ld::Comparison::Equal;
  std::vector<GroundTerm> sides;  // Compare: two
  std::vector<GroundFormula> args;
};

// What one assignment does to one cell: the first branch that holds; a branch without value keeps the cell.
struct GroundAssignment {
  GroundPlace place;
  bool havoc = false;
  struct Branch {
    GroundFormula condition;
    std::optional<GroundTerm> value;
  };
  std::vector<Branch> branches;
};

struct GroundAction {
  std::uint32_t transition = 0;
  std::vector<std::uint32_t> processes;  // one per parameter
  int actor = -1;
  bool reads_weak = false, writes_weak = false;  // the transition's text
  GroundFormula guard;
  std::vector<GroundAssignment> assignments;  // a havoc assignment has one
};

struct GroundCell {
  SymbolId symbol;
  std::uint32_t index = 0;  // row-major
  SortId sort;
  SortKind kind = SortKind::Enum;
  bool weak = false;
};

struct GroundBad {  // an unsafe formula or an invariant
  std::uint32_t source = 0;
  std::vector<std::uint32_t> processes;
  GroundFormula formula;
};

struct Ground {
  std::uint32_t processes = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> constants;
  std::vector<GroundCell> cells;
  std::vector<GroundFormula> init;  // their conjunction
  std::vector<GroundAction> actions;
  std::vector<GroundBad> unsafes, invariants;
  bool inexact = false;  // the model has numbers that are not small integers or halves: do not trust the result
};

// `constants[k]`: the process that the k-th of `named_constants` is. Process order is the order of numbers.
[[nodiscard]] Ground ground(const ld::Program& program, std::uint32_t processes, const std::vector<std::uint32_t>& constants);

// Every n of a `#n` in the model, increasing.
[[nodiscard]] std::vector<std::uint32_t> named_constants(const ld::Program& program);
// Some `<` or the like compares processes.
[[nodiscard]] bool orders_processes(const ld::Program& program);

}  // namespace parapet::test
