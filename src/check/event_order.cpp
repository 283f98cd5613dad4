// The graph of event_reference.cpp. Its first vertices are the pending reads of the cube, then x: together the pending reads of the
// predecessor cube. A row has two vertices: `old` stands for the explored events of the row, with edges to the pending reads that they
// reach; `made` stands for these and for the events of the firing that belong to the row. So the row of the predecessor cube is what is
// reachable from `made`. No edge leads to `made`, so it is on no cycle.
#include "check/event_order.h"

#include <algorithm>

#include "base/contract.h"

namespace parapet::check {

using enum le::EventKind;

bool reads_at_its_place(const le::System& system, const TermArena& arena, const le::Transition& t, TermId cell) {
  const SymbolId symbol = arena.symbol(cell);
  return !arena.signature()[symbol].weak || (t.kind == le::FiringKind::Sync && system.ordered_by_commit[symbol.index()]);
}

EventOrder::EventOrder(const le::System& system, TermArena& arena, const FiringInstance& firing, const Cube& cube)
    : system_(system), arena_(arena), transition_(firing.transition) {
  const le::Transition& t = transition_;
  const PendingOrder& after = cube.weak.order;
  PARAPET_CHECK(system.model.keeps(Execution, Execution) && system.model.keeps(Execution, Write) && system.model.keeps(Write, Write),
                "firing order follows program order");
  for (std::size_t k = 0; k < cube.weak.open.items.size(); ++k) (void)graph_.add();
  for (Vertex read = 0; read < after.reach.size(); ++read) {
    for (const Vertex next : after.reach[read].list()) {
      if (next != read) graph_.add_edge(read, next);
    }
  }
  execution_ = graph_.add();
  const bool atomic = t.read_modify_write() || system.model.keeps(Write, Execution);
  write_ = atomic || !t.writes_weak ? execution_ : graph_.add();
  if (write_ != execution_) graph_.add_edge(execution_, write_);
  const std::vector<TermId> at_hand = processes_at_hand(system, arena, firing.variables);
  for (const TermId process : at_hand) {
    add_process(process, after.find(process));
    if (process == firing.actor) add_program_order(t, processes_.back());
  }
  for (std::size_t k = 0; k < arena.signature().symbols().size(); ++k) {
    const SymbolId symbol(k);
    if (!arena.signature()[symbol].weak && !system.shared[k]) continue;
    if (arena.signature()[symbol].arity > 0) add_cell(symbol, {}, true, after.find_others(symbol));
    for (const TermId cell : cells_of(arena, symbol, at_hand)) {
      const std::vector<TermId> args(arena.args(cell).begin(), arena.args(cell).end());
      add_cell(symbol, args, false, after.find(symbol, args));
    }
  }
}

EventOrder::Row EventOrder::add_row(const ReadSet* reads) {
  const Row row{graph_.add(), graph_.add()};
  if (reads != nullptr) graph_.add_edges(row.old, *reads);
  graph_.add_edge(row.made, row.old);
  return row;
}

void EventOrder::add_process(TermId process, const PendingOrder::ProcessRow* row) {
  const Row any = add_row(row == nullptr ? nullptr : &row->any);
  const Row waits = add_row(row == nullptr ? nullptr : &row->waits);
  processes_.push_back({process, any, waits});
}

void EventOrder::add_cell(SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row) {
  const Row read = add_row(row == nullptr ? nullptr : &row->read);
  const Row written = add_row(row == nullptr ? nullptr : &row->written);
  cells_.push_back({symbol, std::move(args), others, read, written});
}

void EventOrder::add_program_order(const le::Transition& t, const ProcessRow& row) {
  graph_.add_edge(execution_, row.any.old);
  if (t.writes_weak) graph_.add_edge(write_, system_.model.keeps(Write, Execution) ? row.any.old : row.waits.old);
  graph_.add_edge(row.any.made, execution_);
  graph_.add_edge(row.any.made, write_);
  if (t.writes_weak) graph_.add_edge(row.waits.made, write_);
  if (t.fence) graph_.add_edge(row.waits.made, execution_);
}

EventOrder::CellRow& EventOrder::row_of(TermId cell) {
  const auto args = arena_.args(cell);
  const auto at = std::find_if(cells_.begin(), cells_.end(), [&](const CellRow& row) {
    return !row.others && row.symbol == arena_.symbol(cell) && std::equal(args.begin(), args.end(), row.args.begin(), row.args.end());
  });
  PARAPET_CHECK(at != cells_.end(), "cells at hand have rows");
  return *at;
}

void EventOrder::read(TermId cell) {
  CellRow& row = row_of(cell);
  graph_.add_edge(execution_, row.written.old);
  if (reads_at_its_place(system_, arena_, transition_, cell)) graph_.add_edge(row.read.made, execution_);
}

void EventOrder::write(TermId cell) {
  CellRow& row = row_of(cell);
  const bool weak = arena_.signature()[row.symbol].weak;
  graph_.add_edge(weak ? write_ : execution_, row.written.old);
  graph_.add_edge(weak ? write_ : execution_, row.read.old);
  graph_.add_edge(row.written.made, weak ? write_ : execution_);
}

void EventOrder::write_others(SymbolId symbol) {
  for (const CellRow& row : cells_) {
    if (row.others && row.symbol == symbol) graph_.add_edge(row.written.made, arena_.signature()[symbol].weak ? write_ : execution_);
  }
}

PendingOrder EventOrder::rows() const {
  PendingOrder result;
  const Vertex reads = execution_ + 1;
  const auto reached = [&](const Row& row) { return graph_.reached(row.made, reads); };
  for (Vertex read = 0; read < reads; ++read) result.reach.push_back(graph_.reached(read, reads));
  for (const ProcessRow& row : processes_) result.processes.push_back({row.process, reached(row.any), reached(row.waits)});
  for (const CellRow& row : cells_) result.cells.push_back({row.symbol, row.args, row.others, reached(row.read), reached(row.written)});
  return result;
}

}  // namespace parapet::check
