// Every concrete cell has a row in each cube: its own row, or the row of the other cells of its array, or an empty one. The row of the cell
// in F must map into its row in G. Under an injection s of F's processes into G's
//   a cell c with a row of its own in F is s(c) in G;
//   every other cell has F's row of the others; in G it may have a row of its own, or G's row of the others, and both are compared.
// If r reaches r' in F, m(r) must reach m(r') in G. Then an execution that completes G completes F: F's relation has no cycle by itself, so
// a cycle in the graph of F goes through events of the execution, and its image under m is a cycle in the graph of G (m may map two reads
// to one; the rest of the cycle still goes through the execution).
// m(r) may be *now*: r reads at the end of the execution what the last write of each location left there. No event of the execution comes
// after r then, so the only edges from r lead to the reads that it reaches. If these are now too, none of them is on a cycle, and edges to
// them need no counterpart.
//
// Where co is chosen no read is now, and the explored writes of F map to writes of the same locations in G, in order. Let an execution P
// complete G; the writes of P have their places in the chains of F as they have them among the images. Then P completes F:
//   rows    as above, with slots as further members. P's edges into a write of F lead to its image by co in G; those out of a slot of F come
//           out of the slot of its image, or of one further on in the chain;
//   closed  no write of P comes after a closed write of F, since its image is closed. If an open write maps to a closed one, nothing comes
//           after it, so its slot has no edge into P and is left out (rows of F are closed, so no path leads through it);
//   seen    the processes whose writes cannot come after a write of F are among those of its image;
//   glued   nothing is between the images of two writes of which the later one is glued to the earlier one;
//   items   the source of an item has the same place in F: the item is after a write iff its image is after the image. It is early iff its
//           image is. If F has no chain for its location, F says neither where its source is, nor whether it is early, and every source will
//           do. An exchange, which is in the row of its own write and not after it, reads what is right before the write: so does its image.
#include "check/row_cover.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::check {
namespace {

const ReadSet nobody;

}  // namespace

RowCover::RowCover(const PendingOrder& f, const PendingOrder& g, const std::function<TermId(TermId)>& image) : f_(f), g_(g), image_(image) {
  for (const auto& row : f.processes) {
    const auto* there = g.find(image(row.process));
    add(row.any, there == nullptr ? nullptr : &there->any);
    add(row.waits, there == nullptr ? nullptr : &there->waits);
    add(row.writes, there == nullptr ? nullptr : &there->writes);
  }
  std::vector<const PendingOrder::CellRow*> met;
  for (const auto& row : f.cells) {
    if (row.others) continue;
    std::vector<TermId> args;
    for (const TermId arg : row.args) args.push_back(image(arg));
    met.push_back(g.find(row.symbol, args));
    add_cells(row, met.back());
  }
  for (const auto& row : f.cells) {
    if (!row.others) continue;
    add_cells(row, g.find_others(row.symbol));
    for (const auto& there : g.cells) {
      const bool own = there.symbol == row.symbol && !there.others;
      if (own && std::find(met.begin(), met.end(), &there) == met.end()) add_cells(row, &there);
    }
  }
}

void RowCover::add(const ReadSet& from, const ReadSet* to) {
  if (!from.empty()) pairs_.push_back({&from, to == nullptr ? &nobody : to});
}

void RowCover::add_cells(const PendingOrder::CellRow& from, const PendingOrder::CellRow* to) {
  add(from.read, to == nullptr ? nullptr : &to->read);
  add(from.written, to == nullptr ? nullptr : &to->written);
}

bool RowCover::allows(const std::vector<std::uint32_t>& map) const {
  const auto read = narrow<std::uint32_t>(map.size() - 1);
  const std::uint32_t to = map.back();
  for (const Pair& pair : pairs_) {
    if (to != now && pair.from->has(read) && !pair.to->has(to)) return false;
  }
  const auto reaches = [&](std::uint32_t a, std::uint32_t b) { return b == now || (a != now && g_.reach[a].has(b)); };
  for (std::uint32_t k = 0; k < read; ++k) {
    if (f_.reach[read].has(k) && !reaches(to, map[k])) return false;
    if (f_.reach[k].has(read) && !reaches(map[k], to)) return false;
  }
  return true;
}

std::vector<TermId> RowCover::images(std::vector<TermId> processes) const {
  for (TermId& process : processes) process = image_(process);
  return processes;
}

bool RowCover::map_writes(std::vector<std::uint32_t>& map) const {
  Images images{map, {}};
  images.numbers.resize(f_.reach.size(), now);
  if (!map_writes(images)) return false;
  map = std::move(images.numbers);
  for (const std::size_t write : images.writes) map.push_back(narrow<std::uint32_t>(g_.reach.size() + write));
  return true;
}

bool RowCover::map_writes(Images& images) const {
  const std::size_t next = images.writes.size();
  if (next == f_.writes.size()) return keeps_rows(images) && keeps_items(images);
  const PendingOrder::Write& write = f_.writes[next];
  const bool has_previous = next > 0 && f_.writes[next - 1].symbol == write.symbol && f_.writes[next - 1].args == write.args;
  const PendingOrder::Chain chain = g_.chain(write.symbol, this->images(write.args));
  for (std::size_t to = chain.first; to < chain.end; ++to) {
    if (!may_map(next, has_previous ? images.writes.back() : 0, has_previous, g_.writes[to])) continue;
    images.writes.push_back(to);
    if (!write.closed) images.numbers[write.slot] = g_.writes[to].closed ? now : g_.writes[to].slot;
    if (map_writes(images)) return true;
    images.writes.pop_back();
  }
  return false;
}

bool RowCover::may_map(std::size_t write, std::size_t previous, bool has_previous, const PendingOrder::Write& to) const {
  const PendingOrder::Write& from = f_.writes[write];
  const auto at = static_cast<std::size_t>(&to - g_.writes.data());
  if (has_previous && (to.closed ? at < previous : at <= previous)) return false;
  if (to.closed) return true;
  if (from.closed || (from.glued && !(has_previous && to.glued && previous + 1 == at))) return false;
  return std::all_of(from.seen.begin(), from.seen.end(),
                     [&](TermId process) { return std::find(to.seen.begin(), to.seen.end(), image_(process)) != to.seen.end(); });
}

bool RowCover::keeps_rows(const Images& images) const {
  const auto within = [&](const ReadSet& from, const ReadSet& to) {
    const std::vector<std::uint32_t> all = from.list();
    return std::all_of(all.begin(), all.end(),
                       [&](std::uint32_t one) { return images.numbers[one] == now || to.has(images.numbers[one]); });
  };
  for (std::size_t k = 0; k < f_.writes.size(); ++k) {
    if (!within(f_.writes[k].after, g_.writes[images.writes[k]].after)) return false;
  }
  for (std::size_t k = 0; k < f_.reach.size(); ++k) {
    if (images.numbers[k] != now && !within(f_.reach[k], g_.reach[images.numbers[k]])) return false;
  }
  return std::all_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) { return within(*pair.from, *pair.to); });
}

bool RowCover::keeps_items(const Images& images) const {
  return std::all_of(f_.sought.begin(), f_.sought.end(), [&](const PendingOrder::Item& item) {
    const std::uint32_t read = images.numbers[item.read];
    const TermId reader = item.reader.valid() ? image_(item.reader) : item.reader;
    const std::vector<TermId> args = this->images(item.args);
    const auto there = std::find_if(g_.sought.begin(), g_.sought.end(), [&](const PendingOrder::Item& other) {
      return other.read == read && other.reader == reader && other.symbol == item.symbol && other.args == args;
    });
    if (there == g_.sought.end()) return false;
    const PendingOrder::Chain chain = f_.chain(item.symbol, item.args);
    if (item.early != there->early) return !item.early && chain.size() == 0;
    for (std::size_t k = chain.first; k < chain.end && !item.early; ++k) {
      const PendingOrder::Write& from = f_.writes[k];
      const PendingOrder::Write& to = g_.writes[images.writes[k]];
      if (PendingOrder::is_after(item.read, from) != PendingOrder::is_after(read, to)) return false;
    }
    return true;
  });
}

}  // namespace parapet::check
