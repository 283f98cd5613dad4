// Processes are those of the node; those that only the firings after it involve get the next numbers. A read whose source is not known has
// a value symbol in the literals, `z0@X'1`; Val(e, X) names it. Every event after the node is there, and every edge between them, each with
// the rule that it is there for.
#include "memory/events/ghb.h"
#include "memory/events/order_query.h"
#include "memory/formula_text.h"

namespace parapet::search {

std::string Ghb::le_formula(const Node& node) {
  const TermArena& arena = context.arena;
  const PathGraph graph = History(context, touched_, node, History::Names::OfNode).graph();
  std::string text;
  for (const std::string& name : event_names(context, graph)) text += name + "\n";
  text += literals_text(arena, node.cube);
  const auto event = [&](std::uint32_t k) { return to_string(arena, context.arena.event(k)); };
  for (const PathGraph::Pending& pending : graph.pending) text += read_text(event(pending.event), arena, pending.item);
  for (const PathGraph::Fired& fired : graph.firings) {
    for (const TermId cell : fired.written) {
      if (arena.signature()[arena.symbol(cell)].weak) text += "  && Wr(" + event(*fired.write) + ", " + to_string(arena, cell) + ")\n";
    }
    if (context.system.transitions[fired.transition].fence || fired.write == fired.execution)
      text += "  && fence(" + event(fired.execution) + ")\n";
  }
  for (const PathGraph::Edge& e : graph.edges) {
    text += edge_text(event(e.from), event(e.to), std::string(why(e.rule)) + (e.cell.valid() ? " (" + to_string(arena, e.cell) + ")" : ""));
  }
  return text;
}

}  // namespace parapet::search
