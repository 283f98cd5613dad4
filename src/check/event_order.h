// The events of one firing among those that come after it: the graph, whether it has a cycle, and the rows it leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "check/event_graph.h"
#include "check/firing_instance.h"
#include "result/certificate.h"

namespace parapet::check {

// What the firing does is told first; then it can be asked. The firing's execution is the last pending read of `rows`.
class EventOrder {
 public:
  EventOrder(const le::System& system, TermArena& arena, const FiringInstance& firing, const CertificateCube& cube);

  // It reads, writes a weak location or shared plain cell; it writes all cells of an array that have a process that is not at hand.
  void read(TermId cell);
  void write(TermId cell);
  void write_others(SymbolId symbol);
  // A pending read of another process takes what it writes; has an older value.
  void takes(std::uint32_t read) { graph_.add_edge(write_, read); }
  void misses(std::uint32_t read) { graph_.add_edge(read, write_); }

  [[nodiscard]] bool has_cycle() const { return graph_.has_cycle(); }
  [[nodiscard]] PendingOrder rows() const;

 private:
  using Vertex = EventGraph::Vertex;
  // A row after the firing, as a vertex, and before it: that one is given edges to the firing's events that belong to it.
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

  [[nodiscard]] Row add_row(const PendingOrder::Reads* reads);
  void add_process(TermId process, const PendingOrder::ProcessRow* row);
  void add_cell(SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row);
  void add_program_order(const le::Transition& t, const ProcessRow& row);
  [[nodiscard]] CellRow& row_of(TermId cell);

  const le::System& system_;
  TermArena& arena_;
  EventGraph graph_;
  Vertex execution_ = 0, write_ = 0;  // x; w, the same if the firing is atomic or writes no weak location
  std::vector<ProcessRow> processes_;
  std::vector<CellRow> cells_;
};

}  // namespace parapet::check
