// Rows are sets of pending reads; "row R of F maps into its counterpart in G" is tested read by read: when a pending read gets its image,
// that image must be in the counterpart of every row the read is in. Where G has no row its set is empty; a cell without a row of its own
// has that of the others of its array, in F and in G alike.
#include "memory/events/ghb.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/narrow.h"
#include "memory/events/final_read.h"
#include "result/certificate.h"

namespace parapet::search {
namespace {

using ProcessRow = PendingOrder::ProcessRow;
using CellRow = PendingOrder::CellRow;

bool has_process(const std::vector<TermId>& args, TermId process) { return std::find(args.begin(), args.end(), process) != args.end(); }

bool same_within(const ReadSet& a, const ReadSet& b, const std::vector<bool>& reads) {
  for (std::uint32_t k = 0; k < reads.size(); ++k) {
    if (reads[k] && a.has(k) != b.has(k)) return false;
  }
  return true;
}

// Each row of F with the one of G that it must map into, null if there is none.
struct RowPair {
  const ReadSet* from;
  const ReadSet* to;
};

std::vector<RowPair> row_pairs(const PendingOrder& f, const PendingOrder& g, const MemoryPart::Rename& image) {
  std::vector<RowPair> pairs;
  const auto pair = [&](const ReadSet& from, const ReadSet* to) {
    if (!from.empty()) pairs.push_back({&from, to});
  };
  for (const ProcessRow& row : f.processes) {
    const ProcessRow* there = g.find(image(row.process));
    pair(row.any, there == nullptr ? nullptr : &there->any);
    pair(row.waits, there == nullptr ? nullptr : &there->waits);
  }
  const auto pair_cells = [&](const CellRow& row, const CellRow* there) {
    pair(row.read, there == nullptr ? nullptr : &there->read);
    pair(row.written, there == nullptr ? nullptr : &there->written);
  };
  std::vector<const CellRow*> met;
  for (const CellRow& row : f.cells) {
    if (row.others) continue;
    std::vector<TermId> args;
    for (const TermId arg : row.args) args.push_back(image(arg));
    const CellRow* there = g.find(row.symbol, args);
    pair_cells(row, there);
    met.push_back(there);
  }
  for (const CellRow& row : f.cells) {
    if (!row.others) continue;
    bool whole = false;
    for (const CellRow& there : g.cells) {
      if (there.symbol != row.symbol) continue;
      whole = whole || there.others;
      if (there.others || std::find(met.begin(), met.end(), &there) == met.end()) pair_cells(row, &there);
    }
    if (!whole) pair_cells(row, nullptr);
  }
  return pairs;
}

// Calls visit(row, text) for every row but those of `reach`; the text names its events: "events of z0".
template <class Visit>
void each_named_row(const TermArena& arena, const PendingOrder& order, Visit&& visit) {
  for (const ProcessRow& row : order.processes) {
    visit(row.any, "events of " + to_string(arena, row.process));
    visit(row.waits, "writes and fences of " + to_string(arena, row.process));
  }
  for (const CellRow& row : order.cells) {
    std::vector<std::string> indices;
    for (const TermId index : row.args) indices.push_back(to_string(arena, index));
    if (row.others) indices.assign(arena.signature()[row.symbol].arity, "others");
    const std::string cell = arena.signature().cell_text(row.symbol, indices);
    visit(row.read, "reads of " + cell);
    visit(row.written, "writes of " + cell);
  }
}

// Weak reads of a sync firing are reads from memory where that is right (NOTE(order-summary)), others items of the new pending read. Shared
// plain cells stay cells.
TermId own_read_of_events(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  const SymbolId symbol = arena.symbol(cell);
  if (!arena.signature()[symbol].weak) return cell;
  const bool from_memory = instance.transition->kind == le::FiringKind::Sync && system.ordered_by_commit[symbol.index()];
  return from_memory ? cell : arena.read(new_read, instance.actor, cell);
}

}  // namespace

constinit const MemoryTraits ghb_memory{
    .engine = event_engine,
    .own_read = &own_read_of_events,
    .orders_events = true,
    .reads_map_to_reads = true,
    .candidates_with_reads = true,
    .make = [](Context& context, const OrderOptions* orders) -> std::unique_ptr<MemoryPart> {
      return std::make_unique<Ghb>(context, orders);
    },
};

Ghb::Ghb(Context& the_context, const OrderOptions* orders)
    : MemoryPart(the_context),
      touched_(the_context),
      decided_by_(orders == nullptr ? EventOrder::Rows : orders->by.value_or(EventOrder::Rows)),
      compare_(orders != nullptr && orders->compare),
      asks_(orders != nullptr && orders->asks_about_paths()),
      keep_cyclic_(asks_ || (orders != nullptr && context.decisions != nullptr)) {}

TermId Ghb::start_leaf(TermId leaf) const {
  TermArena& arena = context.arena;
  const bool weak_cell = arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak;
  if (weak_cell && context.system.model.delays_writes()) return arena.read(0, {}, leaf);
  if (arena.op(leaf) == Op::Read && !arena.signature()[arena.symbol(arena.location(leaf))].weak) return arena.location(leaf);
  return leaf;
}

void Ghb::start(std::vector<TermId> literals, std::vector<TermId> mentioned,
                const std::function<void(std::vector<TermId>, Weak)>& emit) const {
  const TermArena& arena = context.arena;
  Weak weak;
  FinalRead read = find_final_read(context, literals);
  if (read.items.empty()) return emit(std::move(literals), std::move(weak));
  const ReadSet u{0};
  weak.open.items.push_back(std::move(read.items));
  weak.order.reach.push_back(u);
  std::sort(mentioned.begin(), mentioned.end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
  for (const TermId process : mentioned) weak.order.processes.push_back({process, u});
  for (const TermId cell : read.shared) {
    const auto args = arena.args(cell);
    weak.order.cells.push_back({arena.symbol(cell), {args.begin(), args.end()}, false, u});
  }
  emit(std::move(literals), std::move(weak));
}

TermId Ghb::read_now(const Weak& /*weak*/, TermId /*reader*/, TermId location) const { return location; }

bool Ghb::keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const {
  const ReadSet none;
  if (const ProcessRow* row = weak.order.find(process); row != nullptr && !same_within(row->any, none, read_has_items)) return true;
  const std::vector<CellRow>& cells = weak.order.cells;
  return std::any_of(cells.begin(), cells.end(), [&](const CellRow& row) {
    if (!has_process(row.args, process)) return false;
    const CellRow* const others = weak.order.find_others(row.symbol);
    const bool alone = others == nullptr;
    return !same_within(row.read, alone ? none : others->read, read_has_items) ||
           !same_within(row.written, alone ? none : others->written, read_has_items);
  });
}

Weak Ghb::compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                  std::vector<std::uint32_t>& read_map) const {
  Weak after;
  PendingOrder& result = after.order;
  read_map.assign(weak.open.items.size() + 1, OpenReads::none);
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (!read_has_items[k]) continue;
    read_map[k] = narrow<std::uint32_t>(result.reach.size());
    result.reach.emplace_back();
  }
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (read_map[k] != OpenReads::none) result.reach[read_map[k]] = renumbered(weak.order.reach[k], read_map);
  }
  after.open.items.resize(result.reach.size());
  if (result.reach.empty()) return after;
  for (const ProcessRow& row : weak.order.processes) {
    ProcessRow made{rename(row.process), renumbered(row.any, read_map), renumbered(row.waits, read_map)};
    if (made.process.valid() && !made.any.empty()) result.processes.push_back(std::move(made));
  }
  std::sort(result.processes.begin(), result.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const CellRow& row : weak.order.cells) {
    CellRow made{row.symbol, row.args, row.others, renumbered(row.read, read_map), renumbered(row.written, read_map)};
    std::transform(made.args.begin(), made.args.end(), made.args.begin(), rename);
    if (!has_process(made.args, TermId())) result.cells.push_back(std::move(made));
  }
  std::sort(result.cells.begin(), result.cells.end(), [&](const CellRow& a, const CellRow& b) {
    if (std::tie(a.symbol.value, b.others) != std::tie(b.symbol.value, a.others))
      return std::tie(a.symbol.value, b.others) < std::tie(b.symbol.value, a.others);
    return std::lexicographical_compare(a.args.begin(), a.args.end(), b.args.begin(), b.args.end(), before);
  });
  // A row that says what the others of its array say, or without them nothing, is not needed.
  std::vector<CellRow> needed;
  for (CellRow& row : result.cells) {
    const auto others = std::find_if(needed.begin(), needed.end(), [&](const CellRow& r) { return r.others && r.symbol == row.symbol; });
    const bool alone = others == needed.end();
    const bool same = alone ? row.read.empty() && row.written.empty() : row.read == others->read && row.written == others->written;
    if (!same) needed.push_back(std::move(row));
  }
  result.cells = std::move(needed);
  return after;
}

bool Ghb::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept, const std::function<bool()>& done) const {
  const std::vector<RowPair> pairs = row_pairs(f.order, g.order, image);
  const std::vector<ReadSet>& reach = f.order.reach;
  const auto count = narrow<std::uint32_t>(f.open.items.size());
  std::vector<std::uint32_t> map(count, OpenReads::none);
  const auto reaches = [&](std::uint32_t from, std::uint32_t to) {
    return to == made_now || (from != made_now && g.order.reach[from].has(to));
  };
  const auto fits = [&](std::uint32_t read, std::uint32_t to) {
    for (const RowPair& p : pairs) {
      if (to != made_now && p.from->has(read) && (p.to == nullptr || !p.to->has(to))) return false;
    }
    for (std::uint32_t k = 0; k < read; ++k) {
      if (reach[read].has(k) && !reaches(to, map[k])) return false;
      if (reach[k].has(read) && !reaches(map[k], to)) return false;
    }
    return true;
  };
  const auto assign = [&](auto&& self, std::uint32_t read) -> bool {
    if (read == count) return done();
    const auto attempt = [&](std::uint32_t to) {
      map[read] = to;
      return fits(read, to) && accept(read, to) && self(self, read + 1);
    };
    for (std::uint32_t to = 0; to < g.open.items.size(); ++to) {
      if (attempt(to)) return true;
    }
    return attempt(made_now);
  };
  return assign(assign, 0);
}

std::string Ghb::describe_step(const Weak& successor, const Action& action, const Record& record) {
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

OrderQuestion Ghb::order_question(const Weak& f, const Weak& g, const Rename& image, const std::vector<std::uint32_t>& map) const {
  TermArena& arena = context.arena;
  OrderQuestion result;
  auto next = narrow<std::uint32_t>(g.open.items.size());
  std::map<const ReadSet*, TermId> event_of;
  const auto name = [&](TermId event) { return to_string(arena, event) + ": "; };
  for (std::uint32_t read = 0; read < g.open.items.size(); ++read) {
    std::string names;
    for (const TermId item : g.open.items[read]) names += (names.empty() ? "" : ", ") + to_string(arena, item);
    result.events.push_back(name(arena.event(read)) + "the pending read of " + names);
    g.order.reach[read].each([&](std::uint32_t to) {
      if (to != read) result.given.push_back(arena.before(arena.event(read), arena.event(to)));
    });
  }
  each_named_row(arena, g.order, [&](const ReadSet& row, const std::string& events) {
    if (row.empty()) return;
    const TermId event = arena.event(next++);
    event_of.emplace(&row, event);
    result.events.push_back(name(event) + "one of the explored " + events);
    row.each([&](std::uint32_t read) { result.given.push_back(arena.before(event, arena.event(read))); });
  });
  const auto need = [&](TermId event, std::uint32_t to) {
    if (to != made_now && event != arena.event(to)) result.needed.push_back(arena.before(event, arena.event(to)));
  };
  for (const RowPair& pair : row_pairs(f.order, g.order, image)) {
    const auto at = event_of.find(pair.to);
    if (at != event_of.end()) pair.from->each([&](std::uint32_t read) { need(at->second, map[read]); });
  }
  for (std::uint32_t read = 0; read < f.order.reach.size(); ++read) {
    if (map[read] != made_now) f.order.reach[read].each([&](std::uint32_t to) { need(arena.event(map[read]), map[to]); });
  }
  std::sort(result.needed.begin(), result.needed.end());
  result.needed.erase(std::unique(result.needed.begin(), result.needed.end()), result.needed.end());
  return result;
}

std::string Ghb::describe(const Weak& weak) const {
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
