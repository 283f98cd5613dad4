// Events: start cubes, forgetting, words (NOTE(events)). The pre-image is in firing.h, the cover test in events_cover.cpp.
#include "memory/events/events.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/narrow.h"
#include "result/certificate.h"

namespace parapet::search {
namespace {

bool contains(const std::vector<TermId>& list, TermId term) { return std::find(list.begin(), list.end(), term) != list.end(); }

bool same_within(const ReadSet& a, const ReadSet& b, const std::vector<bool>& members) {
  for (std::uint32_t k = 0; k < members.size(); ++k) {
    if (members[k] && a.has(k) != b.has(k)) return false;
  }
  return true;
}

bool meets(const ReadSet& set, const std::vector<bool>& members) { return !same_within(set, {}, members); }

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

// What an unsafe formula reads.
struct FinalRead {
  std::vector<TermId> items;   // of the final read u
  std::vector<TermId> shared;  // shared plain cells; both in structural order
};

FinalRead find_final_read(const Context& context, const std::vector<TermId>& literals) {
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

// A row that says what the others of its array say, or without them nothing, is not needed. `others` come first.
void drop_needless(std::vector<PendingOrder::CellRow>& cells) {
  std::vector<PendingOrder::CellRow> needed;
  for (PendingOrder::CellRow& row : cells) {
    const auto others = std::find_if(needed.begin(), needed.end(), [&](const auto& r) { return r.others && r.symbol == row.symbol; });
    const bool alone = others == needed.end();
    const bool same = alone ? row.read.empty() && row.written.empty() : row.read == others->read && row.written == others->written;
    if (!same) needed.push_back(std::move(row));
  }
  cells = std::move(needed);
}

// Weak reads of a sync firing are reads from memory where that is right (NOTE(events)), others items of the new pending read. Shared
// plain cells stay cells.
TermId own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  const SymbolId symbol = arena.symbol(cell);
  if (!arena.signature()[symbol].weak) return cell;
  const bool chooses_co = !system.model.keeps(le::EventKind::Write, le::EventKind::Write);
  const bool from_memory = !chooses_co && instance.transition->kind == le::FiringKind::Sync && system.ordered_by_commit[symbol.index()];
  return from_memory ? cell : arena.read(new_read, instance.actor, cell);
}

constexpr MemoryTraits traits_of(const ld::MemoryModel& model) {
  const bool in_order = model.keeps(ld::EventKind::Write, ld::EventKind::Write);
  return {
      .engine = event_engine,
      .own_read = &own_read,
      .writes_apart = model.writes_apart(),
      .orders_events = in_order,
      .reads_map_to_reads = true,
      .candidates_with_reads = in_order,
      .make = [](Context& context, const OrderOptions* orders) -> std::unique_ptr<MemoryPart> {
        return std::make_unique<Events>(context, orders);
      },
  };
}

constinit const MemoryTraits in_order = traits_of(ld::tso);
constinit const MemoryTraits choosing = traits_of(ld::pso);

}  // namespace

const MemoryTraits& events_memory(const ld::MemoryModel& model) {
  return model.keeps(ld::EventKind::Write, ld::EventKind::Write) ? in_order : choosing;
}

Events::Events(Context& the_context, const OrderOptions* orders)
    : MemoryPart(the_context),
      touched_(the_context),
      decided_by_(orders == nullptr ? EventOrder::Rows : orders->by.value_or(EventOrder::Rows)),
      compare_(orders != nullptr && orders->compare),
      asks_(orders != nullptr && orders->asks_about_paths()),
      keep_cyclic_(asks_ || (orders != nullptr && context.decisions != nullptr)) {
  const le::System& system = context.system;
  for (std::uint32_t number = 0; number < system.transitions.size(); ++number) {
    const le::Transition& t = system.transitions[number];
    store_fences_ = store_fences_ || t.wfence;
    if (!t.actor || !t.writes_weak || t.reads_weak) continue;
    const TermId actor = context.arena.variable(t.parameters[*t.actor]);
    for (const le::Update& update : system.updates[t.source]) buffered_.push_back({number, actor, &update});
  }
}

bool Events::may_buffer(TermId process, TermId cell) const {
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

bool Events::may_delay(const TransitionInstance& instance, TermId cell) const {
  if (!instance.actor.valid() || instance.transition->read_modify_write()) return false;
  return may_delay(narrow<std::uint32_t>(instance.transition - context.system.transitions.data()), instance.actor, cell);
}

// A write that is never delayed is committed at the place of its firing, and that is where it executes, unless the firing can be late
// (NOTE(delayed-writes)).
bool Events::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  const le::Delays& delays = context.system.delays;
  return delays.may_delay(context.arena, transition, process, cell) || delays.may_be_late(transition);
}

TermId Events::start_leaf(TermId leaf) const {
  TermArena& arena = context.arena;
  const bool weak_cell = arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak;
  if (weak_cell && context.system.model.delays_writes()) return arena.read(0, {}, leaf);
  if (arena.op(leaf) == Op::Read && !arena.signature()[arena.symbol(arena.location(leaf))].weak) return arena.location(leaf);
  return leaf;
}

void Events::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                   const std::function<void(std::vector<TermId>, Weak)>& emit) const {
  const TermArena& arena = context.arena;
  Weak weak;
  FinalRead final = find_final_read(context, literals);
  if (final.items.empty()) return emit(std::move(literals), std::move(weak));
  for (const TermId read : final.items) {
    if (!chooses_co()) break;
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

void Events::each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const {
  for (const PendingOrder::Item& item : weak.order.sought) {
    if (weak.open.items[item.read].empty()) visit(context.arena.cell(item.symbol, item.args));
  }
}

// Where co is chosen no literal speaks of memory.
TermId Events::read_now(const Weak& /*weak*/, TermId /*reader*/, TermId location) const { return chooses_co() ? TermId() : location; }

std::vector<TermId> Events::features(const Weak& /*weak*/, const std::vector<TermId>& literals) const {
  const TermArena& arena = context.arena;
  std::vector<TermId> plain;
  std::copy_if(literals.begin(), literals.end(), std::back_inserter(plain), [&](TermId literal) {
    bool reads = false;
    each_leaf(arena, literal, [&](TermId leaf) { reads = reads || arena.op(leaf) == Op::Read; });
    return !reads;
  });
  return plain;
}

bool Events::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
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
    if (!contains(row.args, process)) return false;
    const PendingOrder::CellRow* const others = order.find_others(row.symbol);
    return !same_within(row.read, others == nullptr ? ReadSet() : others->read, live.members) ||
           !same_within(row.written, others == nullptr ? ReadSet() : others->written, live.members);
  });
}

Weak Events::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
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
    PendingOrder::CellRow made{row.symbol, renamed(row.args), row.others, renumbered(row.read, read_map),
                               renumbered(row.written, read_map)};
    if (!contains(made.args, TermId())) result.cells.push_back(std::move(made));
  }
  std::sort(result.cells.begin(), result.cells.end(), [&](const auto& a, const auto& b) {
    if (a.symbol == b.symbol && a.others != b.others) return a.others;
    return in_order(a, b);
  });
  drop_needless(result.cells);
  for (const PendingOrder::Item& item : order.sought) {
    if (read_map[item.read] == none) continue;
    result.sought.push_back(
        {read_map[item.read], item.reader.valid() ? rename(item.reader) : item.reader, item.symbol, renamed(item.args), item.early});
  }
  return after;
}

std::string Events::describe_step(const Weak& successor, const Action& action, const Record& record) {
  if (!chooses_co()) return step_in_order(successor, action, record);
  const TermArena& arena = context.arena;
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "  " : ", ") + what; };
  for (const TermId item : record.taken) add("rf: " + to_string(arena, item) + " reads it");
  for (const Record::Placed& one : record.placed)
    add("co: " + to_string(arena, one.cell) + " after " + std::to_string(one.position) + (one.position == 1 ? " write" : " writes"));
  return text;
}

std::string Events::step_in_order(const Weak& successor, const Action& action, const Record& record) const {
  const TermArena& arena = context.arena;
  const Fire& fired = std::get<Fire>(action);
  const TransitionInstance& instance = context.instances.find(fired.transition, fired.processes);
  std::string text;
  for (std::size_t read = 0; read < successor.open.items.size(); ++read) {
    for (const TermId item : successor.open.items[read]) {
      if (std::find(record.written.begin(), record.written.end(), arena.location(item)) == record.written.end()) continue;
      const bool own = arena.reader(item) == instance.actor;
      const char* what = own ? "own: " : (record.closed[read] ? "rf: " : "fr: ");
      text += (text.empty() ? "  " : ", ") + (what + to_string(arena, item)) +
              (own ? " took it from its own write" : (record.closed[read] ? " saw it" : " did not see it"));
    }
  }
  return text;
}

std::string Events::describe(const Weak& weak) const {
  if (!chooses_co()) return rows_by_read(weak);
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

std::string Events::rows_by_read(const Weak& weak) const {
  const std::vector<ReadSet>& reach = weak.order.reach;
  std::string text;
  for (std::uint32_t read = 0; read < weak.open.items.size(); ++read) {
    std::string before;
    const auto add = [&](const ReadSet& row, const std::string& events) {
      if (row.has(read)) before += (before.empty() ? "" : ", ") + events;
    };
    for (std::uint32_t k = 0; k < reach.size(); ++k) {
      if (k != read) add(reach[k], "read '" + std::to_string(k));
    }
    each_named_row(context.arena, weak.order, add);
    if (!before.empty()) text += (text.empty() ? "  ghb before '" : "; before '") + std::to_string(read) + ": " + before;
  }
  return text;
}

}  // namespace parapet::search