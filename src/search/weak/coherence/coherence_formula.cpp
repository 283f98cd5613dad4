// Processes are those of the node. There is an event for each pending read, and one for each moment at which an explored write is overwritten
// (a slot). A read whose source is not known has a value symbol in the literals, `z0@X'1`; Val(e, X) names it. The edges are those between
// these events.
#include "search/cube/context.h"
#include "search/loop/node.h"
#include "search/weak/coherence/coherence.h"
#include "search/weak/formula_text.h"

namespace parapet::search {

std::string le_formula(Coherence::Workspace& workspace, const Node<Coherence>& node) {
  TermArena& arena = workspace.context.arena;
  const Coherence& weak = node.cube.weak;
  const auto event = [](std::uint32_t k) { return "e" + std::to_string(k); };
  std::string text;
  for (std::uint32_t k = 0; k < weak.pending(); ++k) text += event(k) + ": a read to be placed\n";
  for (const Coherence::Write& write : weak.writes) {
    if (write.slot != Coherence::none)
      text += event(write.slot) + ": a write of " + to_string(arena, arena.cell(write.symbol, write.args)) + " is overwritten\n";
  }
  text += literals_text(arena, node.cube);
  for (std::uint32_t k = 0; k < weak.items.size(); ++k) {
    for (const TermId item : weak.items[k]) text += read_text(event(k), arena, item);
  }
  for (std::uint32_t k = 0; k < weak.reach.size(); ++k) {
    weak.reach[k].each([&](std::uint32_t to) {
      if (to != k) text += edge_text(event(k), event(to), "kept by the order of the events after the node");
    });
  }
  return text;
}

}  // namespace parapet::search
