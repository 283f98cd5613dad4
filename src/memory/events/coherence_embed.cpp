// The cover test of NOTE(coherence). Pending reads get their images one after the other, as `accept` wants it; then one map of the writes is
// enough, since no literal depends on it.
#include <algorithm>

#include "base/narrow.h"
#include "memory/events/coherence.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t nowhere = UINT32_MAX - 1;  // the image of the slot of a write that maps to a closed one

class WriteMap {
 public:
  // `map`: the images of F's pending reads; those of slots are added.
  WriteMap(const PendingOrder& f, const PendingOrder& g, const MemoryPart::Rename& image, std::vector<std::uint32_t> map)
      : f_(f), g_(g), image_(image), map_(std::move(map)), to_(f.writes.size(), 0) {
    map_.resize(f.reach.size(), PendingOrder::none);
  }

  bool exists() { return choose(0); }

 private:
  bool choose(std::size_t k) {
    if (k == f_.writes.size()) return fits();
    const PendingOrder::Write& w = f_.writes[k];
    std::vector<TermId> args;
    for (const TermId arg : w.args) args.push_back(image_(arg));
    const PendingOrder::Chain there = g_.chain(w.symbol, args);
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
    for (const PendingOrder::ProcessRow& row : f_.processes) {
      const PendingOrder::ProcessRow* const there = g_.find(image_(row.process));
      if (!within(row.any, there == nullptr ? nullptr : &there->any) || !within(row.waits, there == nullptr ? nullptr : &there->waits) ||
          !within(row.writes, there == nullptr ? nullptr : &there->writes))
        return false;
    }
    for (const PendingOrder::CellRow& row : f_.cells) {
      std::vector<TermId> args;
      for (const TermId arg : row.args) args.push_back(image_(arg));
      const PendingOrder::CellRow* const there = g_.find(row.symbol, args);
      if (!within(row.read, there == nullptr ? nullptr : &there->read) ||
          !within(row.written, there == nullptr ? nullptr : &there->written))
        return false;
    }
    return std::all_of(f_.sought.begin(), f_.sought.end(), [&](const PendingOrder::Item& item) { return fits(item); });
  }

  [[nodiscard]] bool fits(const PendingOrder::Item& item) const {
    std::vector<TermId> args;
    for (const TermId arg : item.args) args.push_back(image_(arg));
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
  const MemoryPart::Rename& image_;
  std::vector<std::uint32_t> map_;
  std::vector<std::size_t> to_;  // by write of F
};

}  // namespace

bool Coherence::embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept, const std::function<bool()>& done) const {
  const std::vector<ReadSet>& reach = f.order.reach;
  const std::vector<PendingOrder::ProcessRow>& processes = f.order.processes;
  const std::uint32_t count = f.reads();
  const std::uint32_t targets = g.reads();
  std::vector<std::uint32_t> map(count, PendingOrder::none);
  const auto fits = [&](std::uint32_t read, std::uint32_t to) {
    for (std::uint32_t k = 0; k < read; ++k) {
      if (reach[read].has(k) && !g.order.reach[to].has(map[k])) return false;
      if (reach[k].has(read) && !g.order.reach[map[k]].has(to)) return false;
    }
    return std::all_of(processes.begin(), processes.end(), [&](const PendingOrder::ProcessRow& row) {
      const PendingOrder::ProcessRow* const there = g.order.find(image(row.process));
      if (there == nullptr) return !row.any.has(read);
      return (!row.any.has(read) || there->any.has(to)) && (!row.waits.has(read) || there->waits.has(to));
    });
  };
  const auto assign = [&](auto&& self, std::uint32_t read) -> bool {
    if (read == count) return WriteMap(f.order, g.order, image, map).exists() && done();
    for (std::uint32_t to = 0; to < targets; ++to) {
      map[read] = to;
      if (fits(read, to) && accept(read, to) && self(self, read + 1)) return true;
    }
    return false;
  };
  return assign(assign, 0);
}

}  // namespace parapet::search
