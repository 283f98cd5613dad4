// The chains and rows of a cube (NOTE(coherence)): start cubes, forgetting, embedding, words. The pre-image is in coherence_fire.cpp and
// coherence_execution.cpp.
#include "search/weak/coherence/coherence.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/coherence/coherence_rows.h"
#include "search/weak/concept.h"
#include "search/weak/events/final_read.h"

namespace parapet::search {

static_assert(WeakPart<Coherence> && SearchEngine<Coherence>);

namespace {

bool same(std::span<const TermId> a, std::span<const TermId> b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

bool meets(const ReadSet& set, const std::vector<bool>& members) {
  bool found = false;
  set.each([&](std::uint32_t read) { found = found || members[read]; });
  return found;
}

}  // namespace

TermId Coherence::Choice::written_cell(TermId leaf) const {
  if (arena->op(leaf) == Op::Cell) return leaf;
  if (arena->op(leaf) != Op::Read || !contains(decided.taken, leaf)) return {};
  return arena->location(leaf);
}

const std::vector<Alternative>& Coherence::Choice::alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const {
  const auto at = fixed.find(cell);
  return at == fixed.end() ? table.alternatives(of, cell) : at->second;
}

CertificateCube certificate_cube(const Cube<Coherence>& cube) {
  CertificateCube result;
  result.processes = cube.processes;
  result.literals = cube.literals;
  result.open.items = cube.weak.items;
  result.open.items.resize(cube.weak.pending());
  return result;
}

TermId Coherence::start_leaf(const le::System&, TermArena& arena, TermId leaf) {
  if (arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak) return arena.read(0, {}, leaf);
  if (arena.op(leaf) == Op::Read && !arena.signature()[arena.symbol(arena.location(leaf))].weak) return arena.location(leaf);
  return leaf;
}

TermId Coherence::own_read(const le::System&, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  return arena.signature()[arena.symbol(cell)].weak ? arena.read(new_read, instance.actor, cell) : cell;
}

void Coherence::start(const Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                      const std::function<void(std::vector<TermId>, Coherence)>& emit) {
  const TermArena& arena = context.arena;
  Coherence weak;
  FinalRead final = final_read(context, literals);
  if (final.items.empty()) return emit(std::move(literals), std::move(weak));
  const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
  for (const TermId read : final.items) {
    const TermId cell = arena.location(read);
    const auto args = arena.args(cell);
    weak.sought.push_back({0, arena.reader(read), arena.symbol(cell), {args.begin(), args.end()}, false});
  }
  ReadSet u;
  u.add(0);
  weak.items.push_back(std::move(final.items));
  weak.reach.push_back(u);
  for (const TermId process : processes) weak.processes.push_back({process, u, {}, {}});
  std::sort(weak.processes.begin(), weak.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const TermId cell : final.shared) {
    const auto args = arena.args(cell);
    weak.cells.push_back({arena.symbol(cell), {args.begin(), args.end()}, u, {}});
  }
  emit(std::move(literals), std::move(weak));
}

const Coherence::ProcessRow* Coherence::find(TermId process) const {
  const auto at = std::find_if(processes.begin(), processes.end(), [&](const ProcessRow& row) { return row.process == process; });
  return at == processes.end() ? nullptr : &*at;
}

const Coherence::CellRow* Coherence::find(SymbolId symbol, std::span<const TermId> args) const {
  const auto at =
      std::find_if(cells.begin(), cells.end(), [&](const CellRow& row) { return row.symbol == symbol && same(row.args, args); });
  return at == cells.end() ? nullptr : &*at;
}

Coherence::Chain Coherence::chain(SymbolId symbol, std::span<const TermId> args) const {
  const auto is_of = [&](const Write& write) { return write.symbol == symbol && same(write.args, args); };
  const auto first = std::find_if(writes.begin(), writes.end(), is_of);
  const auto end = std::find_if_not(first, writes.end(), is_of);
  return {static_cast<std::size_t>(first - writes.begin()), static_cast<std::size_t>(end - writes.begin())};
}

std::uint32_t Coherence::pending() const {
  const auto open = std::count_if(writes.begin(), writes.end(), [](const Write& write) { return write.slot != none; });
  return narrow<std::uint32_t>(items.size()) - narrow<std::uint32_t>(open);
}

bool Coherence::lacks_source() const {
  return std::any_of(sought.begin(), sought.end(), [&](const Item& item) {
    if (item.early) return false;
    const Chain all = chain(item.symbol, item.args);
    for (std::size_t k = all.first; k < all.end && is_after(item.read, writes[k]); ++k) {
      if (writes[k].closed) return true;
      if (k + 1 < all.end && writes[k + 1].glued && !is_after(item.read, writes[k + 1])) return true;
    }
    return false;
  });
}

bool Coherence::is_demand(const Item& item) const {
  if (item.early) return true;
  const Chain all = chain(item.symbol, item.args);
  return all.size() > 0 && is_after(item.read, writes[all.first]);
}

bool Coherence::may_be_initial() const {
  return std::none_of(sought.begin(), sought.end(), [&](const Item& item) { return is_demand(item); });
}

std::vector<TermId> Coherence::features(const TermArena& arena, const std::vector<TermId>& literals) {
  std::vector<TermId> plain;
  std::copy_if(literals.begin(), literals.end(), std::back_inserter(plain), [&](TermId literal) {
    bool reads = false;
    each_leaf(arena, literal, [&](TermId leaf) { reads = reads || arena.op(leaf) == Op::Read; });
    return !reads;
  });
  return plain;
}

bool Coherence::mentions_process(TermId process) const {
  const auto by_cell = [&](const auto& row) { return contains(row.args, process); };
  return find(process) != nullptr || std::any_of(cells.begin(), cells.end(), by_cell) ||
         std::any_of(writes.begin(), writes.end(),
                     [&](const Write& write) { return contains(write.args, process) || contains(write.seen, process); });
}

Coherence::Live Coherence::find_live(const std::vector<bool>& read_has_items) const {
  Live result{read_has_items, std::vector<bool>(writes.size(), false)};
  result.members.resize(std::max(read_has_items.size(), reach.size()), false);
  for (const Item& item : sought) result.members[item.read] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = 0; k < writes.size(); ++k) {
      if (result.writes[k]) continue;
      const bool glued_to_live = writes[k].glued && k > 0 && result.writes[k - 1];
      if (!glued_to_live && !meets(writes[k].after, result.members)) continue;
      result.writes[k] = changed = true;
      if (writes[k].slot != none && !writes[k].closed) result.members[writes[k].slot] = true;
    }
  }
  return result;
}

bool Coherence::keeps(TermId process, const std::vector<bool>& read_has_items) const {
  const Live live = find_live(read_has_items);
  if (const ProcessRow* row = find(process); row != nullptr && meets(row->any, live.members)) return true;
  const auto speaks_of = [&](const Item& item) { return item.reader == process || contains(item.args, process); };
  if (std::any_of(sought.begin(), sought.end(), speaks_of)) return true;
  for (std::size_t k = 0; k < writes.size(); ++k) {
    const bool speaks = contains(writes[k].args, process) || (!writes[k].closed && contains(writes[k].seen, process));
    if (live.writes[k] && speaks) return true;
  }
  return std::any_of(cells.begin(), cells.end(), [&](const CellRow& row) {
    return contains(row.args, process) && (meets(row.read, live.members) || meets(row.written, live.members));
  });
}

Coherence Coherence::compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                             const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& read_map) const {
  Coherence result;
  read_map.assign(items.size() + 1, none);
  const Live live = find_live(read_has_items);
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
  for (const Item& item : sought) pending[item.read] = true;
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (pending[k]) read_map[k] = count++;
  }
  if (count == 0) return result;
  for (std::size_t k = 0; k < writes.size(); ++k) {
    if (!live.writes[k]) continue;
    Write& made = result.writes.emplace_back(writes[k]);
    made.args = renamed(std::move(made.args));
    made.seen = made.closed ? std::vector<TermId>() : renamed(std::move(made.seen));
    std::sort(made.seen.begin(), made.seen.end(), before);
  }
  std::stable_sort(result.writes.begin(), result.writes.end(), in_order);
  for (Write& write : result.writes) {
    if (!write.closed) read_map[write.slot] = count++;
  }
  for (Write& write : result.writes) {
    write.slot = write.closed ? none : read_map[write.slot];
    write.after = renumbered(write.after, read_map);
    if (write.exchange != none) write.exchange = read_map[write.exchange];
  }
  result.items.resize(count);
  result.reach.resize(count);
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (read_map[k] != none) result.reach[read_map[k]] = renumbered(reach[k], read_map);
  }
  for (const ProcessRow& row : processes) {
    ProcessRow made{rename(row.process), renumbered(row.any, read_map), renumbered(row.waits, read_map), renumbered(row.writes, read_map)};
    if (made.process.valid() && !made.any.empty()) result.processes.push_back(std::move(made));
  }
  std::sort(result.processes.begin(), result.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const CellRow& row : cells) {
    CellRow made{row.symbol, renamed(row.args), renumbered(row.read, read_map), renumbered(row.written, read_map)};
    if (!made.read.empty() || !made.written.empty()) result.cells.push_back(std::move(made));
  }
  std::sort(result.cells.begin(), result.cells.end(), in_order);
  for (const Item& item : sought) {
    if (read_map[item.read] == none) continue;
    result.sought.push_back(
        {read_map[item.read], item.reader.valid() ? rename(item.reader) : item.reader, item.symbol, renamed(item.args), item.early});
  }
  return result;
}

Coherence::Workspace::Workspace(Context& the_context) : context(the_context), touched(the_context) {
  const le::System& system = context.system;
  for (std::uint32_t number = 0; number < system.transitions.size(); ++number) {
    const le::Transition& t = system.transitions[number];
    store_fences = store_fences || t.wfence;
    if (!t.actor || !t.writes_weak || t.reads_weak) continue;
    const TermId actor = context.arena.variable(t.parameters[*t.actor]);
    for (const le::Update& update : system.updates[t.source]) buffered_.push_back({number, actor, &update});
  }
}

bool Coherence::Workspace::may_buffer(TermId process, TermId cell) const {
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

bool Coherence::Workspace::may_delay(const TransitionInstance& instance, TermId cell) const {
  if (!instance.actor.valid() || instance.transition->read_modify_write()) return false;
  return may_delay(narrow<std::uint32_t>(instance.transition - context.system.transitions.data()), instance.actor, cell);
}

// A write that is never delayed is committed at the place of its firing, and that is where it executes, unless the firing can be late
// (NOTE(delayed-writes)).
bool Coherence::Workspace::may_delay(std::uint32_t transition, TermId process, TermId cell) const {
  const le::Delays& delays = context.system.delays;
  return delays.may_delay(context.arena, transition, process, cell) || delays.may_be_late(transition);
}

std::string Coherence::describe_step(Workspace& workspace, const Action&, const Record& record) const {
  const TermArena& arena = workspace.context.arena;
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "  " : ", ") + what; };
  for (const TermId item : record.taken) add("rf: " + to_string(arena, item) + " reads it");
  for (const Record::Placed& one : record.placed)
    add("co: " + to_string(arena, one.cell) + " after " + std::to_string(one.position) + (one.position == 1 ? " write" : " writes"));
  return text;
}

std::string Coherence::describe(TermArena& arena) const {
  std::string text;
  const auto members = [&](const ReadSet& set) {
    std::string list;
    set.each([&](std::uint32_t read) { list += (list.empty() ? "'" : " '") + std::to_string(read); });
    return list;
  };
  const auto add = [&](const std::string& what, const ReadSet& set) {
    if (!set.empty()) text += (text.empty() ? "  ghb " : "; ") + what + " before " + members(set);
  };
  for (std::uint32_t k = 0; k < reach.size(); ++k) {
    ReadSet rest;
    reach[k].each([&](std::uint32_t to) {
      if (to != k) rest.add(to);
    });
    add("'" + std::to_string(k), rest);
  }
  for (const ProcessRow& row : processes) {
    const std::string process = to_string(arena, row.process);
    add("events of " + process, row.any);
    add("fences of " + process, row.waits);
    add("writes of " + process, row.writes);
  }
  for (const CellRow& row : cells) {
    const std::string cell = to_string(arena, arena.cell(row.symbol, row.args));
    add("reads of " + cell, row.read);
    add("writes of " + cell, row.written);
  }
  for (const Write& write : writes) {
    std::string what = "a write of " + to_string(arena, arena.cell(write.symbol, write.args));
    if (write.slot != none) what += " (overwritten at '" + std::to_string(write.slot) + ")";
    if (write.closed) what += " (closed)";
    if (write.glued) what += " (right after the one before)";
    add(what, write.after);
  }
  for (const Item& item : sought) {
    if (!item.early) continue;
    text += (text.empty() ? "  ghb " : "; ") + ("'" + std::to_string(item.read)) + " reads " +
            to_string(arena, arena.cell(item.symbol, item.args)) + " from its own process";
  }
  return text;
}

}  // namespace parapet::search
