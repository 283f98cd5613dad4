// Records the coverage of one instance while it is explored.
#pragma once

#include <vector>

#include "coverage/coverage.h"
#include "machine/explore.h"

namespace parapet::coverage {

struct Detail {
  bool executions = false;  // of transitions; and `most` of unsafe formulas
};

class Recorder {
 public:
  // `size` is the place of the instance size in TransitionCoverage::steps.
  Recorder(machine::Instance& instance, const machine::Explorer& explorer, Coverage& coverage, std::size_t size, Detail detail);

  // For each visited state, whether or not its successors are wanted.
  void state(machine::StateNumber number, const machine::State& state, bool follow);
  // For each step.
  void edge(machine::StateNumber from, machine::StateNumber to, const machine::Step& step, std::size_t renaming);
  // After the exploration, which may have ended before all states were expanded.
  void finish(bool ended_early);

 private:
  struct GroundUnsafe {
    std::size_t unsafe = 0;
    std::vector<machine::GroundFormula> conjuncts;
  };

  [[nodiscard]] Trace trace_to(machine::StateNumber number, const machine::Step* step) const;
  void fire(machine::StateNumber from, const machine::Step& step);
  void take_branches(machine::StateNumber from, const machine::Step& step);
  [[nodiscard]] bool is_expected(const machine::State& state);

  machine::Instance& instance_;
  const machine::Explorer& explorer_;
  Coverage& coverage_;
  std::size_t size_;
  Detail detail_;
  std::vector<GroundUnsafe> unsafes_;
  std::vector<std::uint64_t> depth_;            // by state: the steps of a shortest execution
  std::vector<machine::StateNumber> followed_;  // states whose successors are wanted, in the order in which they are expanded
  enum class Moves : std::uint8_t { None, Spins, Moves };
  std::vector<Moves> moves_;  // by state, as far as its steps were seen
};

}  // namespace parapet::coverage
