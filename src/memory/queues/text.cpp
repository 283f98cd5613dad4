// Cubes with queues in words: the weak part, what a step decided, and a node as a formula of LE.
//
// The formula. Processes are those of the node. There is one event per snapshot read, and with buffers one write event per entry: a write
// that is executed and not yet in memory. A read whose source is not known, or the value of an entry, has a symbol in the literals, `z0@X'1`;
// Val(e, X) names it. Reads of one process are in program order, and unsafe is after them; `clean` says that those of a process wait for the
// writes that it has fired before. Entries of one buffer are in program order; an exact buffer has no write after the last of them.
#include "cube/context.h"
#include "cube/node.h"
#include "memory/formula_text.h"
#include "memory/queues/queues.h"

namespace parapet::search {
namespace {

std::string event_name(std::uint32_t k) { return "e" + std::to_string(k); }

std::string events_of_reads(const TermArena& arena, const OpenReads& open) {
  std::string text;
  for (std::uint32_t k = 0; k < open.items.size(); ++k) {
    for (const TermId item : open.items[k]) text += read_text(event_name(k), arena, item);
  }
  for (const OpenReads::List& list : open.lists) {
    for (std::size_t k = 1; k < list.reads.size(); ++k)
      text += edge_text(event_name(list.reads[k - 1]), event_name(list.reads[k]), "po: of " + to_string(arena, list.process));
    if (list.clean)
      text += "  && fence(" + event_name(list.reads[0]) + ")  -- clean: waits for every write that " + to_string(arena, list.process) +
              " has fired\n";
  }
  return text;
}

std::string place_of(TermArena& arena, const DelayedBuffer& buffer) {
  return to_string(arena, buffer.process) + " to " + to_string(arena, arena.cell(buffer.symbol, buffer.args));
}

std::string events_of_entries(TermArena& arena, const DelayedBuffer& buffer) {
  const TermId cell = arena.cell(buffer.symbol, buffer.args);
  const std::string location = to_string(arena, cell);
  std::string text;
  for (std::size_t k = 0; k < buffer.entries.size(); ++k) {
    const std::string e = event_name(buffer.entries[k]);
    text += "  && Wr(" + e + ", " + location + ") && Val(" + e + ", " + location +
            ") = " + to_string(arena, arena.read(buffer.entries[k], buffer.process, cell)) + "\n";
    if (k > 0) text += edge_text(event_name(buffer.entries[k - 1]), e, "po: of " + to_string(arena, buffer.process));
  }
  if (!buffer.exact) return text;
  return text + (buffer.entries.empty()
                     ? "  -- no write of " + place_of(arena, buffer) + " is delayed\n"
                     : "  -- " + event_name(buffer.entries.back()) + " is the newest write of " + place_of(arena, buffer) + "\n");
}

}  // namespace

std::string Queues::le_formula(const Node& node) {
  TermArena& arena = context.arena;
  const Weak& weak = node.cube.weak;
  OpenReads reads = weak.open;
  reads.items.resize(weak.reads());
  std::string text;
  for (std::uint32_t k = 0; k < reads.items.size(); ++k)
    text += event_name(k) + ": " + (k == reads.last ? "unsafe" : "a read to be placed") + "\n";
  for (const DelayedBuffer& buffer : weak.buffers) {
    for (const std::uint32_t entry : buffer.entries) text += event_name(entry) + ": a delayed write of " + place_of(arena, buffer) + "\n";
  }
  text += literals_text(arena, node.cube) + events_of_reads(arena, reads);
  for (const DelayedBuffer& buffer : weak.buffers) text += events_of_entries(arena, buffer);
  return text;
}

// "  buffer z0 X: '0 '1 newest  buffer z1 X: empty  open z0: 0 1 (final) clean": what there is.
std::string Queues::describe(const Weak& weak) const {
  TermArena& arena = context.arena;
  const std::uint32_t last = weak.open.last;
  std::string text;
  for (const DelayedBuffer& buffer : weak.buffers) {
    text += "  buffer " + to_string(arena, buffer.process) + " " + to_string(arena, arena.cell(buffer.symbol, buffer.args)) + ":";
    for (const std::uint32_t entry : buffer.entries) text += " '" + std::to_string(entry);
    if (buffer.exact) text += buffer.entries.empty() ? " empty" : " newest";
  }
  for (const OpenReads::List& list : weak.open.lists) {
    text += "  open " + to_string(arena, list.process) + ":";
    for (const std::uint32_t read : list.reads) text += " " + std::to_string(read) + (read == last ? " (final)" : "");
    if (list.clean) text += " clean";
  }
  if (weak.open.mentions_all) text += "  open everybody: " + std::to_string(last) + " (final)";
  return text;
}

// Without buffers what the firing decided for the snapshot reads of its successor's part: "rf: z1@X'0 saw it", "fr: z1@X'0 did not". With
// buffers what is not in the firing itself: "then read: z1@X'0, delayed: X, then commit X of z1".
std::string Queues::describe_step(const Weak& successor, const Action& action, const Record& record) {
  const TermArena& arena = context.arena;
  const std::vector<std::vector<TermId>>& items = successor.open.items;
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "  " : ", ") + what; };
  for (std::size_t read = 0; read < record.closed.size(); ++read) {
    for (const TermId item : items[read]) {
      const std::string name = to_string(arena, item);
      if (delays()) {
        if (record.closed[read]) add("then read: " + name);
        continue;
      }
      const Fire& fired = std::get<Fire>(action);
      TransitionInstance& instance = context.instances.find(fired.transition, fired.processes);
      if (!context.instances.may_write(instance, arena.location(item))) continue;
      const bool own = instance.actor.valid() && arena.reader(item) == instance.actor;
      add(record.closed[read] ? "rf: " + name + " saw it"
          : own               ? "own: " + name + " took it from its buffer"
                              : "fr: " + name + " did not see it");
    }
  }
  for (const Record::Delayed& write : record.delayed) add("delayed: " + to_string(arena, write.cell));
  for (const Record::Commit& commit : record.commits)
    add("then commit " + to_string(arena, commit.place.cell) + " of " + to_string(arena, commit.place.process));
  return text;
}

}  // namespace parapet::search
