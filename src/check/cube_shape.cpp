// The cubes that are well-formed:
//   timeline engine  every Read term is an item of its snapshot read; every snapshot read except u is in exactly one list, that of its
//                    reader; u is last in the list of each process that it mentions
//   buffers          (one per location) each process and weak location has at most one; a Read term is an item of its snapshot read, or an
//                    entry of the buffer of its reader and location; entries are numbered after the snapshot reads, in the order of the
//                    buffers; snapshot reads as above
//   event engine     pending reads are of weak locations, each has its row, and their order has no cycle
//   chosen order     of the writes of a location (one buffer per location): also
//     slots    of the open writes are numbered after the pending reads, in the order of the writes, which stand together by location; only the
//              last write of a location may be closed, and a glued one comes after another
//     rows     are transitively closed; that of a write has its slot, whose row has that of the next write
//     items    each is sought once; one that is not early is after some first writes of its location, and before the others; an exchange is
//              a read of that location, in the row of its write
//     no literal speaks of memory
// (No execution has two reads that come before each other, but a cover test could map both of them to one read.)

#include <algorithm>

#include "base/narrow.h"
#include "check/certificate_union.h"
#include "check/event_order.h"
#include "check/firing_instance.h"
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
  for (const auto& write : cube.weak.order.writes) {
    for (const auto* processes : {&write.args, &write.seen}) {
      for (const TermId process : *processes) look(look, process);
    }
  }
  for (const auto& item : cube.weak.order.sought) {
    if (item.reader.valid()) look(look, item.reader);
    for (const TermId process : item.args) look(look, process);
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
  const auto open = std::count_if(order.writes.begin(), order.writes.end(), [](const auto& write) { return !write.closed; });
  if (order.reach.size() != cube.weak.open.items.size() + static_cast<std::size_t>(open)) return "pending reads without their order";
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

bool is_subset(const ReadSet& part, const ReadSet& whole) {
  const std::vector<std::uint32_t> all = part.list();
  return std::all_of(all.begin(), all.end(), [&](std::uint32_t one) { return whole.has(one); });
}

std::string wrong_rows(const PendingOrder& order) {
  const auto is_closed = [&](const ReadSet& row) {
    const std::vector<std::uint32_t> all = row.list();
    return std::all_of(all.begin(), all.end(), [&](std::uint32_t one) { return is_subset(order.reach[one], row); });
  };
  bool closed = true;
  for (std::uint32_t k = 0; k < order.reach.size(); ++k) closed = closed && order.reach[k].has(k) && is_closed(order.reach[k]);
  for (const auto& row : order.processes) closed = closed && is_closed(row.any) && is_closed(row.waits) && is_closed(row.writes);
  for (const auto& row : order.cells) closed = closed && is_closed(row.read) && is_closed(row.written);
  for (const auto& write : order.writes) closed = closed && is_closed(write.after);
  return closed ? "" : "a row that is not transitively closed";
}

bool of_one_location(const PendingOrder::Write& a, const PendingOrder::Write& b) { return a.symbol == b.symbol && a.args == b.args; }

std::string wrong_writes(const TermArena& arena, const Cube& cube) {
  const PendingOrder& order = cube.weak.order;
  if (cube.weak.open.items.empty() && !order.writes.empty()) return "explored writes that no pending read comes after";
  auto slot = narrow<std::uint32_t>(cube.weak.open.items.size());
  for (std::size_t k = 0; k < order.writes.size(); ++k) {
    const PendingOrder::Write& write = order.writes[k];
    if (!arena.signature()[write.symbol].weak) return "an explored write of a plain cell";
    const bool first = k == 0 || !of_one_location(write, order.writes[k - 1]);
    const bool last = k + 1 == order.writes.size() || !of_one_location(write, order.writes[k + 1]);
    if (first && order.chain(write.symbol, write.args).first != k) return "the writes of a location do not stand together";
    if (write.glued && first) return "a write that is glued to none";
    if (write.exchange != PendingOrder::none) {
      const bool reads = std::any_of(order.sought.begin(), order.sought.end(), [&](const PendingOrder::Item& item) {
        return item.read == write.exchange && item.symbol == write.symbol && item.args == write.args && !item.early;
      });
      if (!reads || !write.after.has(write.exchange)) return "a write with an exchange that does not read its location";
    }
    if (write.closed && (!last || write.slot != PendingOrder::none)) return "a closed write with a slot or a later write";
    if (write.closed) continue;
    if (write.slot != slot++) return "slots that are not numbered in order";
    if (!write.after.has(write.slot)) return "a write that is not before its slot";
    if (!last && !is_subset(order.writes[k + 1].after, order.reach[write.slot])) return "a slot that is not before the next write";
  }
  return "";
}

std::string wrong_items(const TermArena& arena, const Cube& cube) {
  const PendingOrder& order = cube.weak.order;
  std::vector<TermId> sought;
  std::vector<bool> reads(cube.weak.open.items.size(), false);
  for (const PendingOrder::Item& item : order.sought) {
    const bool known = item.read < reads.size() && arena.signature()[item.symbol].weak;
    if (!known) return "a sought item of no pending read";
    reads[item.read] = true;
    const bool twice =
        std::count_if(order.sought.begin(), order.sought.end(), [&](const PendingOrder::Item& other) {
          return other.read == item.read && other.reader == item.reader && other.symbol == item.symbol && other.args == item.args;
        }) > 1;
    if (twice) return "an item that is sought twice";
    const PendingOrder::Chain chain = order.chain(item.symbol, item.args);
    bool before = false;
    for (std::size_t k = chain.first; k < chain.end && !item.early; ++k) {
      const PendingOrder::Write& write = order.writes[k];
      const bool after = PendingOrder::is_after(item.read, write);
      if (after ? before : !is_subset(write.after, order.reach[item.read]))
        return "an item that has no place among the writes of its location";
      before = !after;
    }
  }
  if (std::find(reads.begin(), reads.end(), false) != reads.end()) return "a pending read of which nothing is sought";
  std::string wrong;
  const auto look = [&](TermId leaf) {
    if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak) wrong = "a literal that speaks of memory";
    if (arena.op(leaf) != Op::Read) return;
    const auto args = arena.args(arena.location(leaf));
    const bool found = std::any_of(order.sought.begin(), order.sought.end(), [&](const PendingOrder::Item& item) {
      return item.read == arena.read_number(leaf) && item.reader == arena.reader(leaf) &&
             item.symbol == arena.symbol(arena.location(leaf)) && std::equal(args.begin(), args.end(), item.args.begin(), item.args.end());
    });
    if (!found) wrong = "an item that is not sought";
  };
  for (const TermId literal : cube.literals) each_leaf(arena, literal, look);
  for (const auto& items : cube.weak.open.items) std::for_each(items.begin(), items.end(), look);
  return wrong;
}

std::string wrong_chains(const le::System& system, const TermArena& arena, const Cube& cube) {
  std::string wrong = wrong_events(system, arena, cube);
  if (wrong.empty()) wrong = wrong_rows(cube.weak.order);
  if (wrong.empty()) wrong = wrong_writes(arena, cube);
  return wrong.empty() ? wrong_items(arena, cube) : wrong;
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
  if (certificate.of_events()) return certificate.writes_apart() ? wrong_chains(system, arena, cube) : wrong_events(system, arena, cube);
  return certificate.delays_apart() ? wrong_buffers(system, arena, cube) : wrong_lists(system, arena, cube);
}

}  // namespace parapet::check
