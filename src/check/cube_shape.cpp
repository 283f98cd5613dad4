// The cubes that are well-formed:
//   timeline engine  every Read term is an item of its snapshot read; every snapshot read except u is in exactly one list, that of its
//                    reader; u is last in the list of each process that it mentions
//   buffers          (one per location) each process and weak location has at most one; a Read term is an item of its snapshot read, or an
//                    entry of the buffer of its reader and location; entries are numbered after the snapshot reads, in the order of the
//                    buffers; snapshot reads as above
//   event engine     pending reads are of weak locations, each has its row, and their order has no cycle
// (No execution has two reads that come before each other, but a cover test could map both of them to one read.)
#include "check/cube_shape.h"

#include <algorithm>

#include "base/narrow.h"
#include "check/event_graph.h"
#include "check/store_buffers.h"

namespace parapet::check {
namespace {

std::string wrong_terms(const le::System& system, const TermArena& arena, const Cube& cube) {
  const OpenReads& open = cube.weak.open;
  for (const TermId process : open.mentions) {
    if (open.find(process) == nullptr) return "the final read mentions a process without a list";
  }
  if (open.last != OpenReads::none) {
    for (const TermId item : open.items[open.last]) {
      const TermId reader = arena.reader(item);
      if (reader.valid() && std::find(open.mentions.begin(), open.mentions.end(), reader) == open.mentions.end())
        return "a final read of a process that is not mentioned";
    }
  }
  std::string wrong;
  const auto look = [&](const auto& self, TermId term) -> void {
    const Op op = arena.op(term);
    const auto& constants = system.constants;
    if (op == Op::ProcessConst && std::find(constants.begin(), constants.end(), arena.constant_number(term)) == constants.end())
      wrong = "a process constant that the model has not";
    if (op == Op::Read && arena.read_number(term) >= open.items.size()) {
      const DelayedBuffer* const buffer =
          arena.reader(term).valid() ? find_buffer(arena, cube, arena.reader(term), arena.location(term)) : nullptr;
      const std::uint32_t number = arena.read_number(term);
      if (buffer == nullptr || std::find(buffer->entries.begin(), buffer->entries.end(), number) == buffer->entries.end())
        wrong = "a read term that is not an entry of a store buffer";
    } else if (op == Op::Read) {
      const auto& items = open.items[arena.read_number(term)];
      if (std::find(items.begin(), items.end(), term) == items.end()) wrong = "a read term that is not an item of its open read";
    }
    for (const TermId arg : arena.args(term)) self(self, arg);
  };
  for (const TermId literal : cube.literals) look(look, literal);
  for (const OpenReads::List& list : open.lists) look(look, list.process);
  for (const auto& row : cube.weak.order.processes) look(look, row.process);
  for (const auto& row : cube.weak.order.cells) {
    for (const TermId process : row.args) look(look, process);
  }
  for (const auto& items : open.items) {
    for (const TermId item : items) look(look, item);
  }
  for (const DelayedBuffer& buffer : cube.weak.buffers) {
    look(look, buffer.process);
    for (const TermId index : buffer.args) look(look, index);
  }
  return wrong;
}

std::string wrong_events(const le::System& system, const TermArena& arena, const Cube& cube) {
  const PendingOrder& order = cube.weak.order;
  if (order.reach.size() != cube.weak.open.items.size()) return "pending reads without their order";
  EventGraph graph;
  for (std::size_t k = 0; k < order.reach.size(); ++k) (void)graph.add();
  for (std::uint32_t read = 0; read < order.reach.size(); ++read) {
    for (const std::uint32_t next : order.reach[read].list()) {
      if (next != read) graph.add_edge(read, next);
    }
  }
  if (graph.has_cycle()) return "its pending reads come before each other";
  for (const auto& items : cube.weak.open.items) {
    for (const TermId item : items) {
      if (!arena.signature()[arena.symbol(arena.location(item))].weak) return "a pending read of a plain cell";
    }
  }
  return wrong_terms(system, arena, cube);
}

std::string wrong_lists(const le::System& system, const TermArena& arena, const Cube& cube) {
  const OpenReads& open = cube.weak.open;
  std::vector<std::size_t> seen(open.items.size(), 0);
  for (const OpenReads::List& list : open.lists) {
    // A formula that counts processes mentions every one.
    const bool mentioned = open.mentions_all || std::find(open.mentions.begin(), open.mentions.end(), list.process) != open.mentions.end();
    const bool has_last = !list.reads.empty() && list.reads.back() == open.last;
    if (list.reads.empty()) return "an empty list of snapshot reads";
    if (has_last != (mentioned && open.last != OpenReads::none))
      return "the final read is not last in the lists of the processes it mentions";
    for (std::size_t k = 0; k + (has_last ? 1 : 0) < list.reads.size(); ++k) {
      const std::uint32_t read = list.reads[k];
      if (read == open.last || seen[read]++ != 0) return "snapshot read " + std::to_string(read) + " occurs twice";
      for (const TermId item : open.items[read]) {
        if (arena.reader(item).valid() && arena.reader(item) != list.process) return "a read in the list of another process";
      }
    }
  }
  for (std::uint32_t read = 0; read < seen.size(); ++read) {
    if (read != open.last && seen[read] == 0) return "snapshot read " + std::to_string(read) + " is in no list";
  }
  if (open.last == OpenReads::none && !open.mentions.empty()) return "`mentions` without a final read";
  return wrong_terms(system, arena, cube);
}

std::string wrong_buffers(const le::System& system, const TermArena& arena, const Cube& cube) {
  auto next = narrow<std::uint32_t>(cube.weak.open.items.size());
  for (std::size_t k = 0; k < cube.weak.buffers.size(); ++k) {
    const DelayedBuffer& buffer = cube.weak.buffers[k];
    for (const std::uint32_t entry : buffer.entries) {
      if (entry != next++) return "entries of store buffers that are not numbered in order";
    }
    for (std::size_t other = 0; other < k; ++other) {
      const DelayedBuffer& before = cube.weak.buffers[other];
      if (before.process == buffer.process && before.symbol == buffer.symbol && before.args == buffer.args)
        return "a store buffer that occurs twice";
    }
  }
  for (const auto& items : cube.weak.open.items) {
    for (const TermId item : items) {
      if (!arena.reader(item).valid()) return "a snapshot read without a reader";
    }
  }
  return wrong_lists(system, arena, cube);
}

}  // namespace

std::string wrong_shape(const le::System& system, const TermArena& arena, const Cube& cube, const Certificate& certificate) {
  if (certificate.of_events()) return wrong_events(system, arena, cube);
  return certificate.delays_apart() ? wrong_buffers(system, arena, cube) : wrong_lists(system, arena, cube);
}

}  // namespace parapet::check
