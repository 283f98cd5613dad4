// The chains and rows of a cube (NOTE(coherence)): start cubes, forgetting, embedding, words. The pre-image is in coherence_fire.cpp and
// coherence_execution.cpp.
#include "memory/events/coherence.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/narrow.h"
#include "memory/events/coherence_rows.h"
#include "memory/events/final_read.h"
#include "result/certificate.h"

namespace parapet::search {
namespace {

bool meets(const ReadSet& set, const std::vector<bool>& members) {
  bool found = false;
  set.each([&](std::uint32_t read) { found = found || members[read]; });
  return found;
}

// By open read of `after` and the own read: it is a pending read with items or the slot of a live write; by write: it is live.
struct Live {
  std::vector<bool> members, writes;
};

Live find_live(const PendingOrder& order, const std::vector<bool>& read_has_items) {
  const std::vector<PendingOrder::Write>& writes = order.writes;
  Live result{read_has_items, std::vector<bool>(writes.size(), false)};
  result.members.resize(std::max(read_has_items.size(), order.reach.size()), false);
  for (const PendingOrder::Item& item : order.sought) result.members[item.read] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < writes.size(); ++k) {
      if (result.writes[k]) continue;
      const bool glued_to_live = writes[k].glued && k > 0 && result.writes[k - 1];
      if (!glued_to_live && !meets(writes[k].after, result.members)) continue;
      result.writes[k] = changed = true;
      if (writes[k].slot != PendingOrder::none && !writes[k].closed) result.members[writes[k].slot] = true;
    }
  }
  return result;
}

// Every weak read is an item of the new pending read. Shared plain cells stay cells.
TermId own_read_as_item(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

}  // namespace

constinit const MemoryTraits coherence_memory{
    .engine = event_engine,
    .own_read = &own_read_as_item,
    .writes_apart = true,
    .reads_map_to_reads = true,
    .make = [](Context& context, const OrderOptions* /*every choice exists*/) -> std::unique_ptr<MemoryPart> {
      return std::make_unique<Coherence>(context);
    },
};

TermId Coherence::start_leaf(TermId leaf) const {
  TermArena& arena = context.arena;
  if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak) return arena.read(0, {}, leaf);
  if (arena.op(leaf) == Op::Read && !arena.signature()[arena.symbol(arena.location(leaf))].weak) return arena.location(leaf);
  return leaf;
}

void Coherence::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                      const std::function<void(std::vector<TermId>, Weak)>& emit) const {
  const TermArena& arena = context.arena;
  Weak weak;
  FinalRead final = find_final_read(context, literals);
  if (final.items.empty()) return emit(std::move(literals), std::move(weak));
  for (const TermId read : final.items) {
    const TermId cell = arena.location(read);
    const auto args = arena.args(cell);
    weak.order.sought.push_back({0, arena.reader(read), arena.symbol(cell), {args.begin(), args.end()}, false});
  }
  const ReadSet u{0};
  weak.open.items.push_back(std::move(final.items));
  weak.order.reach.push_back(u);
  std::sort(mentioned.begin(), mentioned.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
  for (const TermId process : mentioned) weak.order.processes.push_back({process, u});
  for (const TermId cell : final.shared) {
    const auto args = arena.args(cell);
    weak.order.cells.push_back({arena.symbol(cell), {args.begin(), args.end()}, false, u});
  }
  emit(std::move(literals), std::move(weak));
}

void Coherence::each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const {
  for (const PendingOrder::Item& item : weak.order.sought) {
    if (weak.open.items[item.read].empty()) visit(context.arena.cell(item.symbol, item.args));
  }
}

TermId Coherence::read_now(const Weak& /*weak*/, TermId /*reader*/, TermId /*location*/) const { return {}; }

bool lacks_source(const PendingOrder& order) {
  return std::any_of(order.sought.begin(), order.sought.end(), [&](const PendingOrder::Item& item) {
    if (item.early) return false;
    const PendingOrder::Chain all = order.chain(item.symbol, item.args);
    for (std::size_t k = all.first; k < all.end && PendingOrder::is_after(item.read, order.writes[k]); ++k) {
      if (order.writes[k].closed) return true;
      if (k + 1 < all.end && order.writes[k + 1].glued && !PendingOrder::is_after(item.read, order.writes[k + 1])) return true;
    }
    return false;
  });
}

std::vector<TermId> Coherence::features(const Weak& /*weak*/, const std::vector<TermId>& literals) const {
  const TermArena& arena = context.arena;
  std::vector<TermId> plain;
  std::copy_if(literals.begin(), literals.end(), std::back_inserter(plain), [&](TermId literal) {
    bool reads = false;
    each_leaf(arena, literal, [&](TermId leaf) { reads = reads || arena.op(leaf) == Op::Read; });
    return !reads;
  });
  return plain;
}

bool Coherence::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
  const PendingOrder& order = weak.order;
  const Live live = find_live(order, read_has_items);
  if (const PendingOrder::ProcessRow* row = order.find(process); row != nullptr && meets(row->any, live.members)) return true;
  const auto speaks_of = [&](const PendingOrder::Item& item) { return item.reader == process || contains(item.args, process); };
  if (std::any_of(order.sought.begin(), order.sought.end(), speaks_of)) return true;
  for (std::size_t k = 0; k < order.writes.size(); ++k) {
    const bool speaks = contains(order.writes[k].args, process) || (!order.writes[k].closed && contains(order.writes[k].seen, process));
    if (live.writes[k] && speaks) return true;
  }
  return std::any_of(order.cells.begin(), order.cells.end(), [&](const PendingOrder::CellRow& row) {
    return contains(row.args, process) && (meets(row.read, live.members) || meets(row.written, live.members));
  });
}

Weak Coherence::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                        std::vector<std::uint32_t>& read_map) const {
  constexpr std::uint32_t none = PendingOrder::none;
  const PendingOrder& order = weak.order;
  Weak after;
  PendingOrder& result = after.order;
  read_map.assign(weak.open.items.size() + 1, none);
  const Live live = find_live(order, read_has_items);
  const auto renamed = [&](std::vector<TermId> list) {
    std::transform(list.begin(), list.end(), list.begin(), rename);
    return list;
  };
  const auto in_order = [&](const auto& a, const auto& b) {
    if (a.symbol != b.symbol) return a.symbol.value < b.symbol.value;
    return std::lexicographical_compare(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), before);
  };
  std::uint32_t count = 0;
  std::vector<bool> pending = read_has_items;
  for (const PendingOrder::Item& item : order.sought) pending[item.read] = true;
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (pending[k]) read_map[k] = count++;
  }
  if (count == 0) return after;
  for (std::size_t k = 0; k < order.writes.size(); ++k) {
    if (!live.writes[k]) continue;
    PendingOrder::Write& made = result.writes.emplace_back(order.writes[k]);
    made.args = renamed(std::move(made.args));
    made.seen = made.closed ? std::vector<TermId>() : renamed(std::move(made.seen));
    std::sort(made.seen.begin(), made.seen.end(), before);
  }
  std::stable_sort(result.writes.begin(), result.writes.end(), in_order);
  for (PendingOrder::Write& write : result.writes) {
    if (!write.closed) read_map[write.slot] = count++;
  }
  for (PendingOrder::Write& write : result.writes) {
    write.slot = write.closed ? none : read_map[write.slot];
    write.after = renumbered(write.after, read_map);
    if (write.exchange != none) write.exchange = read_map[write.exchange];
  }
  after.open.items.resize(count);
  result.reach.resize(count);
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (read_map[k] != none) result.reach[read_map[k]] = renumbered(order.reach[k], read_map);
  }
  for (const PendingOrder::ProcessRow& row : order.processes) {
    PendingOrder::ProcessRow made{rename(row.process), renumbered(row.any, read_map), renumbered(row.waits, read_map),
                                  renumbered(row.writes, read_map)};
    if (made.process.valid() && !made.any.empty()) result.processes.push_back(std::move(made));
  }
  std::sort(result.processes.begin(), result.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const PendingOrder::CellRow& row : order.cells) {
    PendingOrder::CellRow made{row.symbol, renamed(row.args), false, renumbered(row.read, read_map), renumbered(row.written, read_map)};
    if (!made.read.empty() || !made.written.empty()) result.cells.push_back(std::move(made));
  }
  std::sort(result.cells.begin(), result.cells.end(), in_order);
  for (const PendingOrder::Item& item : order.sought) {
    if (read_map[item.read] == none) continue;
    result.sought.push_back(
        {read_map[item.read], item.reader.valid() ? rename(item.reader) : item.reader, item.symbol, renamed(item.args), item.early});
  }
  return after;
}

Coherence::Coherence(Context& the_context) : MemoryPart(the_context), touched_(the_context) {
  const le::System& system = context.system;
  for (std::uint32_t number = 0; number < system.transitions.size(); ++number) {
    const le::Transition& t = system.transitions[number];
    store_fences_ = store_fences_ || t.wfence;
    if (!t.actor || !t.writes_weak || t.reads_weak) continue;
    const TermId actor = context.arena.variable(t.parameters[*t.actor]);
    for (const le::Update& update : system.updates[t.source]) buffered_.push_back({number, actor, &update});
  }
}

bool Coherence::may_buffer(TermId process, TermId cell) const {
  const TermArena& arena = context.arena;
  const auto args = arena.args(cell);
  return std::any_of(buffered_.begin(), buffered_.end(), [&](const Target& target) {
    if (target.update->symbol != arena.symbol(cell)) return false;
    for (std::size_t k = 0; k < args.size(); ++k) {
      const TermId index = target.update->target[k];
      if (index == target.actor && args[k] != process) return false;
      if (is_process(arena, index) && args[k] != index) return false;
    }
    return may_delay(target.transition, process, cell);
  });
}

bool Coherence::may_delay(const TransitionInstance& instance, TermId cell) const {
  if (!instance.actor.valid() || instance.transition->read_modify_write()) return false;
  return may_delay(narrow<std::uint32_t>(instance.transition - context.system.transitions.data()), instance.actor, cell);
}

// A write that is never delayed is committed at the place of its firing, and that is where it executes, unless the firing can be late
// (NOTE(delayed-writes)).
bool Coherence::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  const le::Delays& delays = context.system.delays;
  return delays.may_delay(context.arena, transition, process, cell) || delays.may_be_late(transition);
}

std::string Coherence::describe_step(const Weak& /*successor*/, const Action& /*action*/, const Record& record) {
  const TermArena& arena = context.arena;
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "  " : ", ") + what; };
  for (const TermId item : record.taken) add("rf: " + to_string(arena, item) + " reads it");
  for (const Record::Placed& one : record.placed)
    add("co: " + to_string(arena, one.cell) + " after " + std::to_string(one.position) + (one.position == 1 ? " write" : " writes"));
  return text;
}

std::string Coherence::describe(const Weak& weak) const {
  TermArena& arena = context.arena;
  const PendingOrder& order = weak.order;
  std::string text;
  const auto members = [&](const ReadSet& set) {
    std::string list;
    set.each([&](std::uint32_t read) { list += (list.empty() ? "'" : " '") + std::to_string(read); });
    return list;
  };
  const auto add = [&](const std::string& what, const ReadSet& set) {
    if (!set.empty()) text += (text.empty() ? "  ghb " : "; ") + what + " before " + members(set);
  };
  for (std::uint32_t k = 0; k < order.reach.size(); ++k) {
    ReadSet rest;
    order.reach[k].each([&](std::uint32_t to) {
      if (to != k) rest.add(to);
    });
    add("'" + std::to_string(k), rest);
  }
  for (const PendingOrder::ProcessRow& row : order.processes) {
    const std::string process = to_string(arena, row.process);
    add("events of " + process, row.any);
    add("fences of " + process, row.waits);
    add("writes of " + process, row.writes);
  }
  for (const PendingOrder::CellRow& row : order.cells) {
    const std::string cell = to_string(arena, arena.cell(row.symbol, row.args));
    add("reads of " + cell, row.read);
    add("writes of " + cell, row.written);
  }
  for (const PendingOrder::Write& write : order.writes) {
    std::string what = "a write of " + to_string(arena, arena.cell(write.symbol, write.args));
    if (write.slot != PendingOrder::none) what += " (overwritten at '" + std::to_string(write.slot) + ")";
    if (write.closed) what += " (closed)";
    if (write.glued) what += " (right after the one before)";
    add(what, write.after);
  }
  for (const PendingOrder::Item& item : order.sought) {
    if (!item.early) continue;
    text += (text.empty() ? "  ghb " : "; ") + ("'" + std::to_string(item.read)) + " reads " +
            to_string(arena, arena.cell(item.symbol, item.args)) + " from its own process";
  }
  return text;
}

}  // namespace parapet::search
