// The weak and shared plain cells that a firing touches, by its text, among those of the processes at hand.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "cube/context.h"

namespace parapet::search {

struct Touched {
  // Weak reads that become items of its pending read, weak reads of memory as it is at its place (own_read), reads of shared plain cells,
  // cells of both kinds that it may write; each in structural order.
  std::vector<TermId> pending_reads, memory_reads, shared_reads, writes;
  std::vector<SymbolId> writes_beyond;  // arrays of which it writes every cell that has another process, for certain
  std::vector<TermId> at_hand;          // of those arrays, the cells that have none
};

// Computed once for each instance and number of processes. The context's ReadRule is that of the event engine.
class TouchedTable {
 public:
  explicit TouchedTable(Context& context) : context_(context) {}

  // Among the cells of z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] const Touched& find(TransitionInstance& instance, std::uint32_t variables);

 private:
  // An update of all cells of an array changes one of processes beyond those at hand whatever the state is.
  bool writes_any(TransitionInstance& instance, const le::Update& update, std::uint32_t variables);
  Touched compute(TransitionInstance& instance, std::uint32_t variables);

  Context& context_;
  std::map<std::pair<const TransitionInstance*, std::uint32_t>, Touched> all_;  // only looked up: its order is of no account
};

}  // namespace parapet::search
