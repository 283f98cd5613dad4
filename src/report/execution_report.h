// An execution for readers: as a schedule, why it exists, and its execution graph as a picture.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "evidence/execution.h"
#include "result/event_graph.h"

namespace parapet::report {

// `mutex.cub:22`, without folders; `22` if the file is unknown; empty without a line.
[[nodiscard]] std::string place_of(const evidence::Execution& execution, std::uint32_t line);

// One step in words, for formats that list the steps in their own way.
struct StepText {
  std::optional<Process> process;  // who acts; none: nobody in particular
  std::string what;                // "enter(p1)", "(commit)"
  std::uint32_t line = 0;          // of the transition; of a commit: of the one that wrote the entry
  std::vector<std::string> lines;  // what it read, wrote and changed
};
[[nodiscard]] std::vector<StepText> step_texts(const evidence::Execution& execution);

void print_trace(std::ostream& out, const evidence::Execution& execution);

// A few lines below a counterexample: why it exists, in terms of the model.

// A write of a process, and a later firing of that process that executed, or whose write reached memory, before the write was in memory.
struct OvertakenWrite {
  std::size_t write = 0;                 // the step that wrote
  std::optional<std::size_t> execution;  // the step that overtakes it; none: the end of the execution
  std::vector<WriteAccount> writes;
  std::vector<ReadAccount> reads;
  std::vector<WriteAccount> overtaking;  // the writes of `execution` that reached memory first; empty: it executed first
  bool happened = true;                  // false: not in this execution, but nothing excludes it
};

struct Explanation {
  bool also_under_sc = false;
  std::vector<OvertakenWrite> overtaken;
};

void print_why(std::ostream& out, const evidence::Execution& execution, const Explanation& explanation);

// An execution graph as DOT, the language of Graphviz.

// One column per process, time going down; rf red, fr orange, co blue. Edges outside ghb are dotted.
[[nodiscard]] std::string graph_dot(const ExecutionGraph& graph);

// An execution graph as a picture of its own: SVG with its style inside.

// A column for each process, time going down, every event in a row of its own at the instant it happens. Elements carry what a script
// needs: `data-step` (the firing) and `data-instant` (from 1; absent: never) on events, `data-from`, `data-to` (numbers of events) on
// edges.
[[nodiscard]] std::string graph_svg(const ExecutionGraph& graph);

}  // namespace parapet::report
