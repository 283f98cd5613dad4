// What open views can say of the cubes of each part of memory.
#include <algorithm>

#include "infer/views/delay_machine.h"
#include "infer/views/snapshot_machine.h"
#include "infer/views/view_machine.h"

namespace parapet::search::views {

std::string_view why_not_inferred(OpenKind kind, const le::System& system) {
  if (kind != OpenKind::None || system.model.buffers == ld::Buffers::None) return {};
  return "views do not speak of the pending reads of the event engine; '--engine timeline' infers";
}

std::unique_ptr<ViewMachine> make_view_machine(OpenKind kind, const le::System& system, const NameFacts& names, std::uint32_t variables,
                                               Budget& budget) {
  if (kind == OpenKind::Delayed) return DelayMachine::make(system, names, variables, budget);
  return SnapshotMachine::make(system, names, variables, budget);
}

std::vector<std::uint32_t> reads_of(OpenKind kind, const TermArena& arena, const Weak& weak, TermId process, TermId cell) {
  if (kind == OpenKind::Snapshot) {
    const OpenReads::List* const list = weak.open.find(process);
    return list == nullptr ? std::vector<std::uint32_t>{} : list->reads;
  }
  if (kind == OpenKind::Delayed) {
    const DelayedBuffer* const buffer = weak.find_buffer(arena, process, cell);
    return buffer == nullptr ? std::vector<std::uint32_t>{} : buffer->entries;
  }
  return {};
}

Weak weak_part_of(OpenKind kind, TermArena& arena, const Shape& shape) {
  Weak weak;
  if (!shape.open || kind == OpenKind::None) return weak;
  if (kind == OpenKind::Snapshot) weak.open.lists.push_back({arena.process(0), {0}, false});
  if (kind == OpenKind::Delayed) weak.buffer_at(arena, arena.process(0), shape.delayed).entries = {0};
  weak.open.items.resize(1);
  return weak;
}

bool is_simple(OpenKind kind, const TermArena& arena, const Weak& weak) {
  const auto is_named = [&](TermId process) { return arena.op(process) != Op::ProcessVar; };
  if (kind == OpenKind::Snapshot) {
    const OpenReads& open = weak.open;
    const auto of_a_name = [&](const OpenReads::List& list) { return !list.reads.empty() && is_named(list.process); };
    return open.items.size() <= 1 && open.last == OpenReads::none && std::none_of(open.lists.begin(), open.lists.end(), of_a_name);
  }
  if (weak.empty() || kind == OpenKind::None) return weak.empty();
  const std::vector<DelayedBuffer>& buffers = weak.buffers;
  return weak.open.lists.empty() && !is_named(buffers[0].process) && buffers.size() == 1 && buffers[0].entries.size() == 1 &&
         !buffers[0].exact;
}

}  // namespace parapet::search::views
