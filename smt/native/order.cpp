// Ranks are difference constraints of weight 1 (strict) and 0: a positive cycle is one with a strict edge. An edge raises ranks by at most
// one each, so the overflow that DifferenceGraph may report cannot happen here.
#include "smt/native/order.h"

#include "base/contract.h"

namespace parapet::smt::native {

bool OrderTheory::add_before(Event a, Event b, std::uint32_t reason) { return add(a, b, true, reason); }
bool OrderTheory::add_not_before(Event a, Event b, std::uint32_t reason) { return add(b, a, false, reason); }

bool OrderTheory::add(Event from, Event to, bool strict, std::uint32_t reason) {
  const auto result = graph_.add_edge(from, to, strict ? 1 : 0, reason);
  if (result == DifferenceGraph::Result::Consistent) return true;
  PARAPET_CHECK(result == DifferenceGraph::Result::Cycle, "ranks fit a machine word");
  cycle_.clear();
  for (const auto& edge : graph_.cycle()) cycle_.push_back({edge.from, edge.to, edge.weight == 1, edge.reason});
  return false;
}

void OrderTheory::pop() {
  PARAPET_CHECK(!levels_.empty(), "pop matches a push");
  graph_.shrink(levels_.back());
  levels_.pop_back();
}

}  // namespace parapet::smt::native
