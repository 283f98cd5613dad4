// Processes are those of the node; under the event engine, those that only the firings after it involve get the next numbers. A read whose
// source is not known has a value symbol in the literals, `z0@X'1`; Val(e, X) names it.
//   timeline: one event per snapshot read. Reads of one process are in program order, and unsafe is after them; `clean` says that those of
//             a process wait for the writes that it has fired before.
//   ghb:      every event after the node, and every edge between them; each edge with the rule that it is there for.
#include "search/loop/node_formula.h"

#include "search/weak/events/order_query.h"
#include "search/weak/events/path_graph.h"

namespace parapet::search {
namespace {

template <class Weak>
std::string literals_of(const TermArena& arena, const Cube<Weak>& cube) {
  std::string text;
  for (const TermId literal : cube.literals) text += (text.empty() ? "  " : "  && ") + to_string(arena, literal) + "\n";
  return text;
}

std::string reads(const std::string& event, const TermArena& arena, TermId item) {
  const std::string location = to_string(arena, arena.location(item));
  return "  && Rd(" + event + ", " + location + ") && Val(" + event + ", " + location + ") = " + to_string(arena, item) + "\n";
}

std::string edge(const std::string& from, const std::string& to, std::string_view comment) {
  return "  && ghb(" + from + ", " + to + ")  -- " + std::string(comment) + "\n";
}

}  // namespace

std::string le_formula(Context& context, const Node<Timeline>& node) {
  const TermArena& arena = context.arena;
  const Timeline& weak = node.cube.weak;
  const auto event = [](std::uint32_t k) { return "e" + std::to_string(k); };
  std::string text;
  for (std::uint32_t k = 0; k < weak.items.size(); ++k)
    text += event(k) + ": " + (k == weak.last ? "unsafe" : "a read to be placed") + "\n";
  text += literals_of(arena, node.cube);
  for (std::uint32_t k = 0; k < weak.items.size(); ++k) {
    for (const TermId item : weak.items[k]) text += reads(event(k), arena, item);
  }
  for (const Timeline::List& list : weak.lists) {
    for (std::size_t k = 1; k < list.nodes.size(); ++k)
      text += edge(event(list.nodes[k - 1]), event(list.nodes[k]), "po: of " + to_string(arena, list.process));
    if (list.clean)
      text += "  && fence(" + event(list.nodes[0]) + ")  -- clean: waits for every write that " + to_string(arena, list.process) +
              " has fired\n";
  }
  return text;
}

std::string le_formula(Context& context, const Node<Ghb>& node) {
  const TermArena& arena = context.arena;
  const PathGraph graph = History(context, node, History::Names::OfNode).graph();
  std::string text;
  for (const std::string& name : event_names(context, graph)) text += name + "\n";
  text += literals_of(arena, node.cube);
  const auto event = [&](std::uint32_t k) { return to_string(arena, context.arena.event(k)); };
  for (const PathGraph::Pending& pending : graph.pending) text += reads(event(pending.event), arena, pending.item);
  for (const PathGraph::Fired& fired : graph.firings) {
    for (const TermId cell : fired.written) {
      if (arena.signature()[arena.symbol(cell)].weak) text += "  && Wr(" + event(*fired.write) + ", " + to_string(arena, cell) + ")\n";
    }
    if (context.system.transitions[fired.transition].fence || fired.write == fired.execution)
      text += "  && fence(" + event(fired.execution) + ")\n";
  }
  for (const PathGraph::Edge& e : graph.edges) {
    text += edge(event(e.from), event(e.to), std::string(why(e.rule)) + (e.cell.valid() ? " (" + to_string(arena, e.cell) + ")" : ""));
  }
  return text;
}

}  // namespace parapet::search
