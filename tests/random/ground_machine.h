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

// Cell and value. Under TSO the writes of one firing, sorted. Under PSO a *stage*: all buffered writes between two store-store fences,
// sorted by cell, those to one cell oldest first; the last stage is empty if nothing was written since the fence.
using GroundEntry = std::vector<std::pair<Small, Small>>;

struct GroundState {
  std::vector<Small> cells;                      // memory
  std::vector<std::deque<GroundEntry>> buffers;  // by process, oldest entry or stage first
};

// What is infinite is cut, and cutting is remembered: numbers outside the window and full buffers. Values with no structure (abstract ones,
// and proc values that are no process) are a few labels; a comparison between two labels may come out differently with more of them, so
// unless there is one label for each place that can hold one it counts as a cut, and so does the order of a label.
class GroundMachine {
 public:
  GroundMachine(const ld::Program& program, const Ground& model, Memory memory, const EnumLimits& limits);

  // `ordering`: the value of wfence().
  [[nodiscard]] bool holds(const GroundFormula& formula, const GroundState& state, int actor = -1, bool ordering = true);
  // The first of the formulas that holds; null: none.
  [[nodiscard]] const GroundBad* bad(const std::vector<GroundBad>& all, const GroundState& state);

  [[nodiscard]] bool enabled(const GroundState& state, const GroundAction& action);
  // The state after an enabled action, with these values for its havoc assignments; nothing if a limit cuts it.
  [[nodiscard]] std::optional<GroundState> fire(const GroundState& state, const GroundAction& action, const std::vector<Small>& havoc);
  // What can be committed next by the process. Tso: one item, of no meaning. Pso: the cells whose oldest write can be.
  [[nodiscard]] std::vector<Small> commits(const GroundState& state, std::uint32_t process) const;
  // One of these.
  void commit(GroundState& state, std::uint32_t process, Small cell) const;

  // The values that the cell can be given by init or by havoc.
  [[nodiscard]] std::vector<Small> domain(const GroundCell& cell);

  [[nodiscard]] bool was_cut() const { return cut_; }
  void remember_cut() { cut_ = true; }

 private:
  // False: a limit cuts it.
  bool buffer(GroundState& state, const GroundAction& action, bool ordering, GroundEntry writes);
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
