// Processes are those of the node. There is one write event per entry: a write that is executed and not yet in memory. Its value has a
// symbol in the literals, `z0@X'1`; Val(e, X) names it. Entries of one buffer are in program order; an exact buffer has no write after the
// last of them.
#include "cube/context.h"
#include "cube/node.h"
#include "memory/formula_text.h"
#include "memory/queues/delayed.h"

namespace parapet::search {

std::string DelayedWrites::le_formula(const Node& node) {
  TermArena& arena = context.arena;
  const Weak& weak = node.cube.weak;
  const auto event = [](std::uint32_t k) { return "e" + std::to_string(k); };
  const auto place = [&](const DelayedBuffer& buffer) {
    return to_string(arena, buffer.process) + " to " + to_string(arena, arena.cell(buffer.symbol, buffer.args));
  };
  std::string text;
  for (const DelayedBuffer& buffer : weak.buffers) {
    for (const std::uint32_t entry : buffer.entries) text += event(entry) + ": a delayed write of " + place(buffer) + "\n";
  }
  text += literals_text(arena, node.cube);
  for (const DelayedBuffer& buffer : weak.buffers) {
    const TermId cell = arena.cell(buffer.symbol, buffer.args);
    const std::string location = to_string(arena, cell);
    for (std::size_t k = 0; k < buffer.entries.size(); ++k) {
      const std::string e = event(buffer.entries[k]);
      text += "  && Wr(" + e + ", " + location + ") && Val(" + e + ", " + location +
              ") = " + to_string(arena, arena.read(buffer.entries[k], buffer.process, cell)) + "\n";
      if (k > 0) text += edge_text(event(buffer.entries[k - 1]), e, "po: of " + to_string(arena, buffer.process));
    }
    if (!buffer.exact) continue;
    text += buffer.entries.empty() ? "  -- no write of " + place(buffer) + " is delayed\n"
                                   : "  -- " + event(buffer.entries.back()) + " is the newest write of " + place(buffer) + "\n";
  }
  return text;
}

}  // namespace parapet::search
