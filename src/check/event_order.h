// The events of one firing added to the order of a cube: the graph of event_reference.cpp, whether it has a cycle, and the rows of the
// predecessor cube.
#pragma once

#include <cstdint>
#include <vector>

#include "check/event_graph.h"
#include "check/firing_instance.h"
#include "result/certificate.h"

namespace parapet::check {

// Whether a firing reads the cell as it is at its place in the sequence of firings: all plain cells, and under the conditions of
// System::ordered_by_commit weak ones.
[[nodiscard]] bool reads_at_its_place(const le::System& system, const TermArena& arena, const le::Transition& t, TermId cell);

// First the accesses of the firing are added, then the queries may be called. The execution of the firing is the last pending read of
// `rows`.
class EventOrder {
 public:
  EventOrder(const le::System& system, TermArena& arena, const FiringInstance& firing, const Cube& cube);

  // The firing reads, or writes, a weak location or shared plain cell; it writes all cells of the array whose indices include a process
  // that is not at hand.
  void read(TermId cell);
  void write(TermId cell);
  void write_others(SymbolId symbol);
  // A pending read of another process reads the value that the firing writes; reads an older value.
  void takes(std::uint32_t read) { graph_.add_edge(write_, read); }
  void misses(std::uint32_t read) { graph_.add_edge(read, write_); }

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
    Row any, waits;
  };
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others = false;
    Row read, written;
  };

  [[nodiscard]] Row add_row(const ReadSet* reads);
  void add_process(TermId process, const PendingOrder::ProcessRow* row);
  void add_cell(SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row);
  void add_program_order(const le::Transition& t, const ProcessRow& row);
  [[nodiscard]] CellRow& row_of(TermId cell);

  const le::System& system_;
  TermArena& arena_;
  const le::Transition& transition_;
  EventGraph graph_;
  Vertex execution_ = 0, write_ = 0;  // x; w, the same if the firing is atomic or writes no weak location
  std::vector<ProcessRow> processes_;
  std::vector<CellRow> cells_;
};

}  // namespace parapet::check
