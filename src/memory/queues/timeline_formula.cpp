// Processes are those of the node. A read whose source is not known has a value symbol in the literals, `z0@X'1`; Val(e, X) names it. There
// is one event per snapshot read. Reads of one process are in program order, and unsafe is after them; `clean` says that those of a process
// wait for the writes that it has fired before.
#include "cube/node.h"
#include "memory/formula_text.h"
#include "memory/queues/timeline.h"

namespace parapet::search {

std::string Timeline::le_formula(const Node& node) {
  const TermArena& arena = context.arena;
  const OpenReads& open = node.cube.weak.open;
  const auto event = [](std::uint32_t k) { return "e" + std::to_string(k); };
  std::string text;
  for (std::uint32_t k = 0; k < open.items.size(); ++k)
    text += event(k) + ": " + (k == open.last ? "unsafe" : "a read to be placed") + "\n";
  text += literals_text(arena, node.cube);
  for (std::uint32_t k = 0; k < open.items.size(); ++k) {
    for (const TermId item : open.items[k]) text += read_text(event(k), arena, item);
  }
  for (const OpenReads::List& list : open.lists) {
    for (std::size_t k = 1; k < list.reads.size(); ++k)
      text += edge_text(event(list.reads[k - 1]), event(list.reads[k]), "po: of " + to_string(arena, list.process));
    if (list.clean)
      text += "  && fence(" + event(list.reads[0]) + ")  -- clean: waits for every write that " + to_string(arena, list.process) +
              " has fired\n";
  }
  return text;
}

}  // namespace parapet::search
