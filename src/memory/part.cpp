#include "memory/part.h"

#include <algorithm>

namespace parapet::search {

Cube compact(const MemoryPart& part, const Weak& weak, std::vector<TermId> literals, std::uint32_t variables,
             std::vector<std::uint32_t>& rename, std::vector<std::uint32_t>& read_map) {
  Context& context = part.context;
  TermArena& arena = context.arena;
  std::vector<bool> read_has_items(weak.open.items.size() + 1, false);
  const auto slot = [&](std::uint64_t read) { return read == new_read ? weak.open.items.size() : read; };
  std::vector<TermId> used;  // processes
  for (const TermId literal : literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) read_has_items[slot(arena.read_number(leaf))] = true;
    });
    each_process(arena, literal, [&](TermId process) { used.push_back(process); });
  }
  const auto is_used = [&](TermId process) {
    if (context.system.init_counts_processes && arena.op(process) == Op::ProcessVar) return true;
    return std::find(used.begin(), used.end(), process) != used.end() || part.keeps(weak, process, read_has_items);
  };
  rename.assign(variables, UINT32_MAX);
  Cube cube;
  bool renamed = false;
  for (std::uint32_t k = 0; k < variables; ++k) {
    if (!is_used(arena.process(k))) continue;
    renamed = renamed || cube.processes != k;
    rename[k] = cube.processes++;
  }
  const auto new_name = [&](TermId process) {
    if (arena.op(process) == Op::ProcessConst) return process;
    const std::uint32_t number = rename[arena.process_number(process)];
    return number == UINT32_MAX ? TermId() : arena.process(number);
  };
  cube.weak = part.compact(
      weak, read_has_items, [&](TermId process) { return is_used(process) ? new_name(process) : TermId(); },
      [&](TermId a, TermId b) { return arena.compare(a, b) < 0; }, read_map);
  for (std::size_t k = 0; k < read_map.size(); ++k)
    renamed = renamed || (read_map[k] != UINT32_MAX && (read_map[k] != k || k == weak.open.items.size()));
  if (renamed) {
    for (TermId& literal : literals) {
      literal = arena.rewrite(literal, [&](TermId leaf) {
        if (is_process(arena, leaf)) return new_name(leaf);
        if (arena.op(leaf) != Op::Read) return leaf;
        return arena.read(read_map[slot(arena.read_number(leaf))], arena.reader(leaf), arena.location(leaf));
      });
    }
    std::sort(literals.begin(), literals.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
  }
  if (cube.processes < variables) context.keep_number(literals, variables);
  cube.literals = std::move(literals);
  for (const TermId literal : cube.literals) {
    each_leaf(arena, literal, [&](TermId leaf) {
      if (arena.op(leaf) != Op::Read) return;
      auto& items = cube.weak.open.items[arena.read_number(leaf)];
      if (std::find(items.begin(), items.end(), leaf) == items.end()) items.push_back(leaf);
    });
  }
  return cube;
}

}  // namespace parapet::search
