// The events of one firing added to the order of a cube: the graph of event_reference.cpp, whether it has a cycle, and the rows of the
// predecessor cube.
#pragma once

#include <cstdint>
#include <vector>

#include "check/firing_instance.h"
#include "result/certificate.h"

namespace parapet::check {

// A directed graph of events: reachability and cycles by depth-first search.
class EventGraph {
 public:
  using Vertex = std::uint32_t;

  // Vertices are numbered from 0.
  Vertex add();
  void add_edge(Vertex from, Vertex to) { edges_[from].push_back(to); }
  void add_edges(Vertex from, const ReadSet& to);

  [[nodiscard]] bool has_cycle() const;
  // The vertices with numbers below `count` that are reachable from `from`, including itself.
  [[nodiscard]] ReadSet reached(Vertex from, Vertex count) const;

 private:
  std::vector<std::vector<Vertex>> edges_;  // by vertex
};

// Whether a firing reads the cell as it is at its place in the sequence of firings: all plain cells, and under the conditions of
// System::ordered_by_commit weak ones.
[[nodiscard]] bool reads_at_its_place(const le::System& system, const TermArena& arena, const le::Transition& t, TermId cell);

// Execution and writes of the firing are one event.
[[nodiscard]] bool is_one_event(const le::System& system, const FiringInstance& firing);

// A weak location that the firing writes. Where co is chosen: after how many explored writes of the location.
struct PlacedWrite {
  TermId cell;
  std::size_t position = 0;
  bool delayed = true;  // the write may be committed later than its firing executes
};

// What becomes of an item of a pending read of the cube when the firing writes its location.
enum class Way : std::uint8_t {
  Nothing,  // it is decided already
  Reads,    // it reads the value that the firing writes
  Older,    // it reads an older one
  After,    // it reads one that is later in co, and in memory when it is read
  Early,    // its source is a write of its own process, perhaps still buffered, before or after this one in co
};

// First the accesses of the firing are added, then the queries may be called. Pending reads keep their numbers, the execution of the firing
// is the next one, then come the slots: those of the cube, and those of `placed`.
class EventOrder {
 public:
  EventOrder(const le::System& system, TermArena& arena, const FiringInstance& firing, const Cube& cube,
             const std::vector<PlacedWrite>& placed);

  // The firing reads, or writes, a weak location or shared plain cell; it writes all cells of the array whose indices include a process
  // that is not at hand.
  void read(TermId cell);
  void write(TermId cell);
  void write_others(SymbolId symbol);
  // A pending read has an item on a weak location that the firing writes. `own`: its reader is the actor of the firing.
  void decide(std::uint32_t read, TermId reader, TermId cell, Way way, bool own);

  [[nodiscard]] bool has_cycle() const { return graph_.has_cycle(); }
  [[nodiscard]] PendingOrder rows() const;

 private:
  using Vertex = EventGraph::Vertex;
  // Two vertices for one row: `old` for its explored events after the firing, `made` for these and the events of the firing that belong to
  // it.
  struct Row {
    Vertex old = 0, made = 0;
  };
  struct ProcessRow {
    TermId process;
    Row any, waits, writes;
  };
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others = false;
    Row read, written;
  };
  // A write in the chain of its location.
  struct Chained {
    PendingOrder::Write write;  // its slot as a vertex
    Vertex event = 0;
    bool made = false;  // of the firing
  };

  [[nodiscard]] Vertex vertex_of(std::uint32_t number) const { return number < execution_ ? number : number + 1; }
  [[nodiscard]] ReadSet vertices_of(const ReadSet& numbers) const;
  [[nodiscard]] Row add_row(const ReadSet* reads);
  void add_process(TermId process, const PendingOrder::ProcessRow* row);
  void add_cell(SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row);
  void add_program_order(const ProcessRow& row, bool one_event);
  void add_chains(const PendingOrder& after);
  void place(const PlacedWrite& placed, Vertex event, Vertex slot, TermId actor);
  void precede_explored(Vertex event);
  [[nodiscard]] CellRow& row_of(TermId cell);
  [[nodiscard]] bool is_of(const Chained& chained, TermId cell) const;
  [[nodiscard]] std::size_t find_made(TermId cell) const;

  const le::System& system_;
  TermArena& arena_;
  const le::Transition& transition_;
  EventGraph graph_;
  Vertex execution_ = 0;         // x
  Vertex named_ = 0;             // the pending reads, x, the slots
  Vertex write_ = 0;             // where co follows the firings: w, or x if they are one event
  std::vector<Vertex> written_;  // the write events of the firing
  std::vector<ProcessRow> processes_;
  std::vector<CellRow> cells_;
  std::vector<Chained> chains_;
};

}  // namespace parapet::check
