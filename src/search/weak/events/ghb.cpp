// Rows are sets of pending reads; "row R of F maps into its counterpart in G" is tested read by read: when a pending read gets its image,
// that image must be in the counterpart of every row the read is in. Where G has no row its set is empty; a cell without a row of its own
// has that of the others of its array, in F and in G alike.
#include "search/weak/events/ghb.h"

#include <algorithm>
#include <tuple>

#include "base/contract.h"
#include "base/narrow.h"
#include "search/cube/context.h"
#include "search/weak/concept.h"
#include "search/weak/events/final_read.h"
#include "search/weak/events/order_query.h"

namespace parapet::search {

static_assert(WeakPart<Ghb> && SearchEngine<Ghb>);

namespace {

constexpr std::uint32_t unmapped = UINT32_MAX;

bool has_process(const std::vector<TermId>& args, TermId process) { return std::find(args.begin(), args.end(), process) != args.end(); }

bool same_within(const ReadSet& a, const ReadSet& b, const std::vector<bool>& reads) {
  for (std::uint32_t k = 0; k < reads.size(); ++k) {
    if (reads[k] && a.has(k) != b.has(k)) return false;
  }
  return true;
}

}  // namespace

TermId Ghb::Choice::written_cell(TermId leaf) const {
  if (arena->op(leaf) == Op::Cell) return leaf;
  if (arena->op(leaf) != Op::Read) return {};
  const TermId location = arena->location(leaf);
  if (arena->reader(leaf) != actor && !decided.closed[arena->read_number(leaf)]) return {};
  return std::find(decided.written.begin(), decided.written.end(), location) != decided.written.end() ? location : TermId();
}

const std::vector<Alternative>& Ghb::Choice::alternatives(InstanceTable& table, TransitionInstance& instance, TermId cell) const {
  const auto at = fixed.find(cell);
  return at == fixed.end() ? table.alternatives(instance, cell) : at->second;
}

CertificateCube certificate_cube(const Cube<Ghb>& cube) {
  CertificateCube result{cube.processes, cube.literals, {}, {}, {}};
  const auto reads = [](const ReadSet& set) {
    PendingOrder::Reads list;
    set.each([&](std::uint32_t read) { list.push_back(read); });
    return list;
  };
  result.open.items = cube.weak.items;
  for (const ReadSet& set : cube.weak.reach) result.order.reach.push_back(reads(set));
  for (const Ghb::ProcessRow& row : cube.weak.processes) result.order.processes.push_back({row.process, reads(row.any), reads(row.waits)});
  for (const Ghb::CellRow& row : cube.weak.cells)
    result.order.cells.push_back({row.symbol, row.args, row.others, reads(row.read), reads(row.written)});
  return result;
}

TermId Ghb::start_leaf(const le::System& system, TermArena& arena, TermId leaf) {
  const bool weak_cell = arena.op(leaf) == Op::Cell && arena.signature()[arena.symbol(leaf)].weak;
  if (weak_cell && system.model.delays_writes()) return arena.read(0, {}, leaf);
  if (arena.op(leaf) == Op::Read && !arena.signature()[arena.symbol(arena.location(leaf))].weak) return arena.location(leaf);
  return leaf;
}

TermId Ghb::own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell) {
  const SymbolId symbol = arena.symbol(cell);
  if (!arena.signature()[symbol].weak) return cell;
  const bool from_memory = instance.transition->kind == le::FiringKind::Sync && system.ordered_by_commit[symbol.index()];
  return from_memory ? cell : arena.read(new_read, instance.actor, cell);
}

void Ghb::start(const Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                const std::function<void(std::vector<TermId>, Ghb)>& emit) {
  const TermArena& arena = context.arena;
  Ghb weak;
  FinalRead read = final_read(context, literals);
  if (read.items.empty()) return emit(std::move(literals), std::move(weak));
  const auto before = [&](TermId a, TermId b) { return arena.compare(a, b) < 0; };
  ReadSet u;
  u.add(0);
  weak.items.push_back(std::move(read.items));
  weak.reach.push_back(u);
  for (const TermId process : processes) weak.processes.push_back({process, u, {}});
  std::sort(weak.processes.begin(), weak.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const TermId cell : read.shared) {
    const auto args = arena.args(cell);
    weak.cells.push_back({arena.symbol(cell), {args.begin(), args.end()}, false, u, {}});
  }
  emit(std::move(literals), std::move(weak));
}

const Ghb::ProcessRow* Ghb::find(TermId process) const {
  const auto at = std::find_if(processes.begin(), processes.end(), [&](const ProcessRow& row) { return row.process == process; });
  return at == processes.end() ? nullptr : &*at;
}

const Ghb::CellRow* Ghb::find(SymbolId symbol, std::span<const TermId> args) const {
  const CellRow* others = nullptr;
  for (const CellRow& row : cells) {
    if (row.symbol != symbol) continue;
    if (row.others) {
      others = &row;
    } else if (std::equal(args.begin(), args.end(), row.args.begin(), row.args.end())) {
      return &row;
    }
  }
  return others;
}

bool Ghb::mentions_process(TermId process) const {
  return find(process) != nullptr ||
         std::any_of(cells.begin(), cells.end(), [&](const CellRow& row) { return has_process(row.args, process); });
}

bool Ghb::keeps(TermId process, const std::vector<bool>& read_has_items) const {
  const ReadSet none;
  if (const ProcessRow* row = find(process); row != nullptr && !same_within(row->any, none, read_has_items)) return true;
  return std::any_of(cells.begin(), cells.end(), [&](const CellRow& row) {
    if (!has_process(row.args, process)) return false;
    const auto others = std::find_if(cells.begin(), cells.end(), [&](const CellRow& r) { return r.others && r.symbol == row.symbol; });
    const bool alone = others == cells.end();
    return !same_within(row.read, alone ? none : others->read, read_has_items) ||
           !same_within(row.written, alone ? none : others->written, read_has_items);
  });
}

Ghb Ghb::compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                 const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& read_map) const {
  Ghb result;
  read_map.assign(items.size() + 1, unmapped);
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (!read_has_items[k]) continue;
    read_map[k] = narrow<std::uint32_t>(result.reach.size());
    result.reach.emplace_back();
  }
  for (std::uint32_t k = 0; k < read_map.size(); ++k) {
    if (read_map[k] != unmapped) result.reach[read_map[k]] = renumbered(reach[k], read_map);
  }
  result.items.resize(result.reach.size());
  if (result.items.empty()) return result;
  for (const ProcessRow& row : processes) {
    ProcessRow made{rename(row.process), renumbered(row.any, read_map), renumbered(row.waits, read_map)};
    if (made.process.valid() && !made.any.empty()) result.processes.push_back(std::move(made));
  }
  std::sort(result.processes.begin(), result.processes.end(), [&](const auto& a, const auto& b) { return before(a.process, b.process); });
  for (const CellRow& row : cells) {
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
  return result;
}

std::vector<Ghb::RowPair> Ghb::row_pairs(const Ghb& other, const std::function<TermId(TermId)>& image) const {
  std::vector<RowPair> pairs;
  const auto pair = [&](const ReadSet& from, const ReadSet* to) {
    if (!from.empty()) pairs.push_back({&from, to});
  };
  for (const ProcessRow& row : processes) {
    const ProcessRow* there = other.find(image(row.process));
    pair(row.any, there == nullptr ? nullptr : &there->any);
    pair(row.waits, there == nullptr ? nullptr : &there->waits);
  }
  const auto pair_cells = [&](const CellRow& row, const CellRow* there) {
    pair(row.read, there == nullptr ? nullptr : &there->read);
    pair(row.written, there == nullptr ? nullptr : &there->written);
  };
  std::vector<const CellRow*> met;
  for (const CellRow& row : cells) {
    if (row.others) continue;
    std::vector<TermId> args;
    for (const TermId arg : row.args) args.push_back(image(arg));
    const CellRow* there = other.find(row.symbol, args);
    pair_cells(row, there);
    met.push_back(there);
  }
  for (const CellRow& row : cells) {
    if (!row.others) continue;
    bool whole = false;
    for (const CellRow& there : other.cells) {
      if (there.symbol != row.symbol) continue;
      whole = whole || there.others;
      if (there.others || std::find(met.begin(), met.end(), &there) == met.end()) pair_cells(row, &there);
    }
    if (!whole) pair_cells(row, nullptr);
  }
  return pairs;
}

bool Ghb::embed(const Ghb& other, const std::function<TermId(TermId)>& image,
                const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const {
  const std::vector<RowPair> pairs = row_pairs(other, image);
  const auto count = narrow<std::uint32_t>(items.size());
  std::vector<std::uint32_t> map(count, unmapped);
  const auto reaches = [&](std::uint32_t from, std::uint32_t to) {
    return to == made_now || (from != made_now && other.reach[from].has(to));
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
    for (std::uint32_t to = 0; to < other.items.size(); ++to) {
      if (attempt(to)) return true;
    }
    return attempt(made_now);
  };
  return assign(assign, 0);
}

std::string Ghb::describe_step(Workspace& workspace, const Action& action, const Record& record) const {
  Context& context = workspace.context;
  const TermArena& arena = context.arena;
  const Fire& fired = std::get<Fire>(action);
  const TransitionInstance& instance = context.instances.find(fired.transition, fired.processes);
  std::string text;
  for (std::size_t read = 0; read < items.size(); ++read) {
    for (const TermId item : items[read]) {
      if (std::find(record.written.begin(), record.written.end(), arena.location(item)) == record.written.end()) continue;
      const bool own = arena.reader(item) == instance.actor;
      const char* what = own ? "own: " : (record.closed[read] ? "rf: " : "fr: ");
      text += (text.empty() ? "  " : ", ") + (what + to_string(arena, item)) +
              (own ? " took it from its own write" : (record.closed[read] ? " saw it" : " did not see it"));
    }
  }
  return text;
}

template <class Visit>
void Ghb::each_row(const TermArena& arena, Visit&& visit) const {
  for (const ProcessRow& row : processes) {
    visit(row.any, "events of " + to_string(arena, row.process));
    visit(row.waits, "writes and fences of " + to_string(arena, row.process));
  }
  for (const CellRow& row : cells) {
    std::vector<std::string> indices;
    for (const TermId index : row.args) indices.push_back(to_string(arena, index));
    if (row.others) indices.assign(arena.signature()[row.symbol].arity, "others");
    const std::string cell = arena.signature().cell_text(row.symbol, indices);
    visit(row.read, "reads of " + cell);
    visit(row.written, "writes of " + cell);
  }
}

OrderQuestion Ghb::order_question(TermArena& arena, const Ghb& other, const std::function<TermId(TermId)>& image,
                                  const std::vector<std::uint32_t>& map) const {
  OrderQuestion result;
  auto next = narrow<std::uint32_t>(other.items.size());
  std::map<const ReadSet*, TermId> event_of;
  const auto name = [&](TermId event) { return to_string(arena, event) + ": "; };
  for (std::uint32_t read = 0; read < other.items.size(); ++read) {
    std::string names;
    for (const TermId item : other.items[read]) names += (names.empty() ? "" : ", ") + to_string(arena, item);
    result.events.push_back(name(arena.event(read)) + "the pending read of " + names);
    other.reach[read].each([&](std::uint32_t to) {
      if (to != read) result.given.push_back(arena.before(arena.event(read), arena.event(to)));
    });
  }
  other.each_row(arena, [&](const ReadSet& row, const std::string& events) {
    if (row.empty()) return;
    const TermId event = arena.event(next++);
    event_of.emplace(&row, event);
    result.events.push_back(name(event) + "one of the explored " + events);
    row.each([&](std::uint32_t read) { result.given.push_back(arena.before(event, arena.event(read))); });
  });
  const auto need = [&](TermId event, std::uint32_t to) {
    if (to != made_now && event != arena.event(to)) result.needed.push_back(arena.before(event, arena.event(to)));
  };
  for (const RowPair& pair : row_pairs(other, image)) {
    const auto at = event_of.find(pair.to);
    if (at != event_of.end()) pair.from->each([&](std::uint32_t read) { need(at->second, map[read]); });
  }
  for (std::uint32_t read = 0; read < items.size(); ++read) {
    if (map[read] != made_now) reach[read].each([&](std::uint32_t to) { need(arena.event(map[read]), map[to]); });
  }
  std::sort(result.needed.begin(), result.needed.end());
  result.needed.erase(std::unique(result.needed.begin(), result.needed.end()), result.needed.end());
  return result;
}

std::string Ghb::describe(const TermArena& arena) const {
  std::string text;
  for (std::uint32_t read = 0; read < items.size(); ++read) {
    std::string before;
    const auto add = [&](const ReadSet& row, const std::string& events) {
      if (row.has(read)) before += (before.empty() ? "" : ", ") + events;
    };
    for (std::uint32_t k = 0; k < reach.size(); ++k) {
      if (k != read) add(reach[k], "read '" + std::to_string(k));
    }
    each_row(arena, add);
    if (!before.empty()) text += (text.empty() ? "  ghb before '" : "; before '") + std::to_string(read) + ": " + before;
  }
  return text;
}

}  // namespace parapet::search
