// What an unsafe formula reads, for the start cubes of the event engines.
#pragma once

#include <algorithm>
#include <vector>

#include "cube/context.h"

namespace parapet::search {

struct FinalRead {
  std::vector<TermId> items;   // of the final read u
  std::vector<TermId> shared;  // shared plain cells; both in structural order
};

[[nodiscard]] inline FinalRead find_final_read(const Context& context, const std::vector<TermId>& literals) {
  const TermArena& arena = context.arena;
  FinalRead result;
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) result.items.push_back(leaf);
      if (arena.op(leaf) == Op::Cell && context.system.shared[arena.symbol(leaf).index()]) result.shared.push_back(leaf);
    });
  }
  for (auto* list : {&result.items, &result.shared}) {
    std::sort(list->begin(), list->end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return result;
}

}  // namespace parapet::search
