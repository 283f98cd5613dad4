// The store-buffer machine of a ground model: states, what formulas mean in them, steps. The enumerator's own; nothing of it is shared with
// src/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ld/program.h"
#include "random/enumerator.h"
#include "random/ground.h"

namespace parapet::test {

using GroundEntry = std::vector<std::pair<Small, Small>>;  // cell, value; sorted

struct GroundState {
  std::vector<Small> cells;                      // memory
  std::vector<std::deque<GroundEntry>> buffers;  // by process, oldest entry first
};

// What is infinite is cut, and cutting is remembered: numbers outside the window and full buffers. Values with no structure (abstract ones,
// and proc values that are no process) are a few labels; a comparison between two labels may come out differently with more of them, so
// unless there is one label for each place that can hold one it counts as a cut, and so does the order of a label.
class GroundMachine {
 public:
  GroundMachine(const ld::Program& program, const Ground& model, Memory memory, const EnumLimits& limits);

  [[nodiscard]] bool holds(const GroundFormula& formula, const GroundState& state, int actor = -1);
  // The first of the formulas that holds; null: none.
  [[nodiscard]] const GroundBad* bad(const std::vector<GroundBad>& all, const GroundState& state);

  [[nodiscard]] bool enabled(const GroundState& state, const GroundAction& action);
  // The state after an enabled action, with these values for its havoc assignments; nothing if a limit cuts it.
  [[nodiscard]] std::optional<GroundState> fire(const GroundState& state, const GroundAction& action, const std::vector<Small>& havoc);
  // The buffer of the process is not empty.
  static void commit(GroundState& state, std::uint32_t process);

  // The values that the cell can be given by init or by havoc.
  [[nodiscard]] std::vector<Small> domain(const GroundCell& cell);

  [[nodiscard]] bool was_cut() const { return cut_; }
  void remember_cut() { cut_ = true; }

 private:
  [[nodiscard]] std::optional<std::int64_t> assigned(const GroundAssignment& assignment, const GroundState& state, int actor);
  [[nodiscard]] bool compare(const GroundFormula& formula, const GroundState& state);
  [[nodiscard]] bool label(SortKind kind, std::int64_t value) const;
  [[nodiscard]] bool enough_labels(SortKind kind) const;
  [[nodiscard]] bool in_window(SortKind kind, std::int64_t number) const;

  const ld::Program& program_;
  const Ground& model_;
  const Memory memory_;
  const EnumLimits limits_;
  std::map<std::size_t, std::size_t> places_;  // by sort: cells that can hold a label
  bool cut_ = false;
};

}  // namespace parapet::test
