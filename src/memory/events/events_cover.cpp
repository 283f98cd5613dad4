// The cover test of NOTE(events), and what the rows say of an order as formulas.
//
// Rows are sets of pending reads; "row R of F maps into its counterpart in G" is tested read by read: when a pending read gets its image,
// that image must be in the counterpart of every row the read is in. Where G has no row its set is empty; a cell without a row of its own
// has that of the others of its array, in F and in G alike. When all pending reads have their images, one map of the writes of chains is
// enough, since no literal depends on it.
#include <algorithm>
#include <map>

#include "base/narrow.h"
#include "memory/events/events.h"

namespace parapet::search {
namespace {

using ProcessRow = PendingOrder::ProcessRow;
using CellRow = PendingOrder::CellRow;

constexpr std::uint32_t nowhere = UINT32_MAX - 1;  // the image of the slot of a write that maps to a closed one

std::vector<TermId> renamed(const std::vector<TermId>& args, const MemoryPart::Rename& image) {
  std::vector<TermId> result;
  for (const TermId arg : args) result.push_back(image(arg));
  return result;
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
    pair(row.writes, there == nullptr ? nullptr : &there->writes);
  }
  const auto pair_cells = [&](const CellRow& row, const CellRow* there) {
    pair(row.read, there == nullptr ? nullptr : &there->read);
    pair(row.written, there == nullptr ? nullptr : &there->written);
  };
  std::vector<const CellRow*> met;
  for (const CellRow& row : f.cells) {
    if (row.others) continue;
    const CellRow* there = g.find(row.symbol, renamed(row.args, image));
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

class WriteMap {
 public:
  // `map`: the images of F's pending reads; those of slots are added.
  WriteMap(const PendingOrder& f, const PendingOrder& g, const std::vector<RowPair>& pairs, const MemoryPart::Rename& image,
           std::vector<std::uint32_t> map)
      : f_(f), g_(g), pairs_(pairs), image_(image), map_(std::move(map)), to_(f.writes.size(), 0) {
    map_.resize(f.reach.size(), PendingOrder::none);
  }

  bool exists() { return choose(0); }

 private:
  bool choose(std::size_t k) {
    if (k == f_.writes.size()) return fits();
    const PendingOrder::Write& w = f_.writes[k];
    const PendingOrder::Chain there = g_.chain(w.symbol, renamed(w.args, image_));
    const bool has_previous = k > 0 && f_.writes[k - 1].symbol == w.symbol && f_.writes[k - 1].args == w.args;
    for (std::size_t to = there.first; to < there.end; ++to) {
      if (has_previous && (g_.writes[to].closed ? to < to_[k - 1] : to <= to_[k - 1])) continue;
      if (!suits(k, has_previous, to)) continue;
      to_[k] = to;
      if (w.slot != PendingOrder::none) map_[w.slot] = g_.writes[to].closed ? nowhere : g_.writes[to].slot;
      if (choose(k + 1)) return true;
    }
    return false;
  }

  [[nodiscard]] bool suits(std::size_t k, bool has_previous, std::size_t to) const {
    const PendingOrder::Write& w = f_.writes[k];
    const PendingOrder::Write& v = g_.writes[to];
    if (w.closed && !v.closed) return false;
    if (v.closed) return true;
    if (w.glued && !(has_previous && v.glued && to_[k - 1] + 1 == to)) return false;
    return std::all_of(w.seen.begin(), w.seen.end(),
                       [&](TermId process) { return std::find(v.seen.begin(), v.seen.end(), image_(process)) != v.seen.end(); });
  }

  [[nodiscard]] bool within(const ReadSet& from, const ReadSet* to) const {
    bool all = true;
    from.each([&](std::uint32_t read) { all = all && (map_[read] == nowhere || (to != nullptr && to->has(map_[read]))); });
    return all;
  }

  [[nodiscard]] bool fits() const {
    for (std::size_t k = 0; k < f_.writes.size(); ++k) {
      if (!within(f_.writes[k].after, &g_.writes[to_[k]].after)) return false;
    }
    for (std::size_t k = 0; k < f_.reach.size(); ++k) {
      if (map_[k] != nowhere && !within(f_.reach[k], &g_.reach[map_[k]])) return false;
    }
    if (!std::all_of(pairs_.begin(), pairs_.end(), [&](const RowPair& pair) { return within(*pair.from, pair.to); })) return false;
    return std::all_of(f_.sought.begin(), f_.sought.end(), [&](const PendingOrder::Item& item) { return fits(item); });
  }

  [[nodiscard]] bool fits(const PendingOrder::Item& item) const {
    const std::vector<TermId> args = renamed(item.args, image_);
    const TermId reader = item.reader.valid() ? image_(item.reader) : item.reader;
    const auto same = std::find_if(g_.sought.begin(), g_.sought.end(), [&](const PendingOrder::Item& other) {
      return other.read == map_[item.read] && other.reader == reader && other.symbol == item.symbol && other.args == args;
    });
    if (same == g_.sought.end()) return false;
    const PendingOrder::Chain all = f_.chain(item.symbol, item.args);
    if (item.early != same->early) return !item.early && all.size() == 0;
    for (std::size_t k = all.first; k < all.end && !item.early; ++k) {
      const PendingOrder::Write& w = f_.writes[k];
      const PendingOrder::Write& v = g_.writes[to_[k]];
      if ((w.exchange == item.read) != (v.exchange == map_[item.read])) return false;
      if (PendingOrder::is_after(item.read, w) != PendingOrder::is_after(map_[item.read], v)) return false;
    }
    return true;
  }

  const PendingOrder& f_;
  const PendingOrder& g_;
  const std::vector<RowPair>& pairs_;
  const MemoryPart::Rename& image_;
  std::vector<std::uint32_t> map_;
  std::vector<std::size_t> to_;  // by write of F
};

}  // namespace

void each_named_row(const TermArena& arena, const PendingOrder& order,
                    const std::function<void(const ReadSet&, const std::string&)>& visit) {
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

bool Events::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept, const std::function<bool()>& done) const {
  const std::vector<RowPair> pairs = row_pairs(f.order, g.order, image);
  const std::vector<ReadSet>& reach = f.order.reach;
  const std::uint32_t count = f.reads();
  const std::uint32_t targets = g.reads();
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
    if (read == count) return (!chooses_co() || WriteMap(f.order, g.order, pairs, image, map).exists()) && done();
    const auto attempt = [&](std::uint32_t to) {
      map[read] = to;
      return fits(read, to) && accept(read, to) && self(self, read + 1);
    };
    for (std::uint32_t to = 0; to < targets; ++to) {
      if (attempt(to)) return true;
    }
    return !chooses_co() && attempt(made_now);
  };
  return assign(assign, 0);
}

OrderQuestion Events::order_question(const Weak& f, const Weak& g, const Rename& image, const std::vector<std::uint32_t>& map) const {
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

}  // namespace parapet::search
