// The execution graph: the events of one concrete execution and the relations between them, po, rf, co, fr and fences as in the literature,
// and which of these edges are in ghb. Built from a replayed trace (check/execution_graph.h) and drawn by reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "result/account.h"

namespace parapet {

struct GraphEvent {
  enum class Kind : std::uint8_t {
    Initial,          // the initial values of weak locations, as one write
    Execution,        // a firing: its weak reads, its fence, its plain accesses
    Write,            // its weak writes, when they are in memory; with a store buffer per location, one of them
    ReadModifyWrite,  // both in one event
    Final,            // the reads of the unsafe formula
  };
  Kind kind = Kind::Execution;
  std::optional<Process> process;   // its column; none: Initial, Final, and firings without acting process
  std::size_t position = 0;         // among the events of its column, from 0, in program order
  std::optional<std::size_t> step;  // the Fire step of the trace, from 0; none: Initial and Final
  std::optional<std::size_t>
      instant;                       // the step at which it happens: a Write's is that of its commit; none: Initial, Final, never committed
  bool fence = false;                // the guard of the firing holds only because of its fence
  bool wfence = false;               // the same for its store-store fence, if the memory model needs it
  std::string label;                 // `enter(p1)`; of a Write: `write of enter(p1)`
  std::vector<ReadAccount> reads;    // of weak locations
  std::vector<WriteAccount> writes;  // of weak locations
  std::vector<std::string> lines;    // the same as text, one access per line: `read X = 0`, `write X := 1`, `fence`, `PC[p1] := Crit`
};

struct GraphEdge {
  enum class Kind : std::uint8_t {
    Po,      // program order that the memory model keeps, without transitive edges
    Fence,   // program order from a write to a later firing that waits for it: a fence, or a read-modify-write
    WFence,  // program order between writes that a store-store fence between them, or at the later one, restores
    Rf,      // from a write to an event that reads its value
    Co,      // from a write to the next one of the same location
    Fr,      // from a read to the write after the one it reads from
    Plain,   // between firings that touch the same plain cell, at least one of which writes it
    Late,    // program order that the memory model does not keep, from a write to a later execution that came before its commit
  };
  std::uint32_t from = 0, to = 0;  // indices into ExecutionGraph::events
  Kind kind = Kind::Po;
  bool ghb = true;   // false: rf within one process, which reads its own write from the store buffer before the commit; and Late
  std::string what;  // the locations it is about, `X, Y`; empty: program order
};

struct ExecutionGraph {
  std::string model;                 // memory model
  bool writes_apart = false;         // each write of a firing is an event of its own
  std::vector<std::string> columns;  // the names of the processes
  std::vector<GraphEvent> events;    // Initial first, Final last, the others by step; a Write follows its Execution
  std::vector<GraphEdge> edges;      // sorted by kind, then from, then to
};

[[nodiscard]] std::string_view name(GraphEvent::Kind kind);  // `execution`, `write`, ...
[[nodiscard]] std::string_view name(GraphEdge::Kind kind);   // `po`, `fence`, `wfence`, `rf`, `co`, `fr`, `plain`, `late`

}  // namespace parapet
