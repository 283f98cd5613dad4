// Every concrete cell has a row in each cube: its own, or that of the others of its array, or an empty one. Its row in F must map into its
// row in G. Under an injection s of F's processes into G's
//   a cell c with a row of its own in F is s(c) in G;
//   every other cell has F's row of the others: those with a row of their own in G, and all that have G's row of the others.
// What r reaches in F must be reached by m(r) in G: if F's relation has no cycle, then a cycle that an execution closes through F has a
// cycle through G as its image (m may map two reads to one: what is left of the cycle still leads through the execution).
#include "check/row_cover.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::check {
namespace {

const PendingOrder::Reads nobody;

bool has(const PendingOrder::Reads& reads, std::uint32_t read) { return std::find(reads.begin(), reads.end(), read) != reads.end(); }

}  // namespace

RowCover::RowCover(const PendingOrder& f, const PendingOrder& g, const std::function<TermId(TermId)>& image) : f_(f), g_(g) {
  for (const auto& row : f.processes) {
    const auto* there = g.find(image(row.process));
    add(row.any, there == nullptr ? nullptr : &there->any);
    add(row.waits, there == nullptr ? nullptr : &there->waits);
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

void RowCover::add(const PendingOrder::Reads& from, const PendingOrder::Reads* to) {
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
    if (has(*pair.from, read) && !has(*pair.to, to)) return false;
  }
  for (std::uint32_t k = 0; k < read; ++k) {
    if (has(f_.reach[read], k) && !has(g_.reach[to], map[k])) return false;
    if (has(f_.reach[k], read) && !has(g_.reach[map[k]], to)) return false;
  }
  return true;
}

}  // namespace parapet::check
