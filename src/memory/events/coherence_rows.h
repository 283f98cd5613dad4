// What the files of NOTE(coherence) share.
#pragma once

#include <algorithm>
#include <vector>

#include "memory/events/case_outcomes.h"
#include "memory/events/coherence.h"

namespace parapet::search {

[[nodiscard]] inline bool contains(const std::vector<TermId>& list, TermId term) {
  return std::find(list.begin(), list.end(), term) != list.end();
}

// In memory when it ends, and in one event with its execution.
[[nodiscard]] inline bool is_atomic(const TransitionInstance& instance) {
  const le::Transition& t = *instance.transition;
  return t.read_modify_write() || (t.writes_weak && !instance.actor.valid());
}

// The shared plain cells that an execution is ordered by.
[[nodiscard]] inline ReadSet shared_rows(const TermArena& arena, const PendingOrder& order, const Touched& touched,
                                         const std::vector<TermId>& written) {
  ReadSet set;
  for (const TermId cell : touched.shared_reads) {
    if (const auto* row = order.find(arena.symbol(cell), arena.args(cell))) set |= row->written;
  }
  for (const TermId cell : written) {
    if (arena.signature()[arena.symbol(cell)].weak) continue;
    if (const auto* row = order.find(arena.symbol(cell), arena.args(cell))) {
      set |= row->written;
      set |= row->read;
    }
  }
  return set;
}

// What a firing does to the pending reads and chains, in one of the ways it may go: `after` is after its writes, and the slots of these
// are its last open reads.
class CoherentChoice final : public EventChoice {
 public:
  const Coherence* part = nullptr;
  const Touched* touched = nullptr;
  ReadSet own;  // what the firing's execution reaches by its writes

  [[nodiscard]] TermId written_cell(TermId leaf) const override {
    if (arena->op(leaf) == Op::Cell) return leaf;
    return arena->op(leaf) == Op::Read && contains(record.taken, leaf) ? arena->location(leaf) : TermId();
  }
  // The execution of the firing, with the reads that the literals speak of (coherence_execution.cpp).
  void complete(const std::vector<TermId>& literals, const Feasible& feasible, const Emit& emit) const override;
};

}  // namespace parapet::search
