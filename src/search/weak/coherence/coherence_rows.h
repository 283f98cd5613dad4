// What the files of NOTE(coherence) share.
#pragma once

#include <algorithm>
#include <vector>

#include "search/weak/coherence/coherence.h"

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
[[nodiscard]] inline ReadSet shared_rows(const TermArena& arena, const Coherence& weak, const Touched& touched,
                                         const std::vector<TermId>& written) {
  ReadSet set;
  for (const TermId cell : touched.shared_reads) {
    if (const auto* row = weak.find(arena.symbol(cell), arena.args(cell))) set |= row->written;
  }
  for (const TermId cell : written) {
    if (arena.signature()[arena.symbol(cell)].weak) continue;
    if (const auto* row = weak.find(arena.symbol(cell), arena.args(cell))) {
      set |= row->written;
      set |= row->read;
    }
  }
  return set;
}

}  // namespace parapet::search
