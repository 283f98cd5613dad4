// Processes are those of the node. There is an event for each pending read, and one for each moment at which an explored write is overwritten
// (a slot). A read whose source is not known has a value symbol in the literals, `z0@X'1`; Val(e, X) names it. The edges are those between
// these events.
#include "memory/events/coherence.h"
#include "memory/formula_text.h"

namespace parapet::search {

std::string Coherence::le_formula(const Node& node) {
  TermArena& arena = context.arena;
  const Weak& weak = node.cube.weak;
  const auto event = [](std::uint32_t k) { return "e" + std::to_string(k); };
  std::string text;
  for (std::uint32_t k = 0; k < weak.reads(); ++k) text += event(k) + ": a read to be placed\n";
  for (const PendingOrder::Write& write : weak.order.writes) {
    if (write.slot != PendingOrder::none)
      text += event(write.slot) + ": a write of " + to_string(arena, arena.cell(write.symbol, write.args)) + " is overwritten\n";
  }
  text += literals_text(arena, node.cube);
  for (std::uint32_t k = 0; k < weak.open.items.size(); ++k) {
    for (const TermId item : weak.open.items[k]) text += read_text(event(k), arena, item);
  }
  for (std::uint32_t k = 0; k < weak.order.reach.size(); ++k) {
    weak.order.reach[k].each([&](std::uint32_t to) {
      if (to != k) text += edge_text(event(k), event(to), "kept by the order of the events after the node");
    });
  }
  return text;
}

}  // namespace parapet::search
