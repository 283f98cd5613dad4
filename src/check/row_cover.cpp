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
#include "check/row_cover.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::check {
namespace {

const ReadSet nobody;

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

}  // namespace parapet::check
