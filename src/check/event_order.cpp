// The graph of event_reference.cpp. Its first vertices are the pending reads of the cube, then x: together the pending reads of the
// predecessor cube; then the slots. A row has two vertices: `old` stands for the explored events of the row, with edges to the pending reads
// and slots that they reach; `made` stands for these and for the events of the firing that belong to the row. So the row of the predecessor
// cube is what is reachable from `made`. No edge leads to `made`, so it is on no cycle. An explored write of a chain is a vertex of its own.
#include "check/event_order.h"

#include <algorithm>

#include "base/contract.h"
#include "base/narrow.h"

namespace parapet::check {

using enum le::EventKind;

EventGraph::Vertex EventGraph::add() {
  edges_.emplace_back();
  return narrow<Vertex>(edges_.size() - 1);
}

void EventGraph::add_edges(Vertex from, const ReadSet& to) {
  to.each([&](Vertex each) { add_edge(from, each); });
}

bool EventGraph::has_cycle() const {
  enum class Mark : std::uint8_t { New, OnPath, Done };
  std::vector<Mark> marks(edges_.size(), Mark::New);
  const auto visit = [&](const auto& self, Vertex vertex) -> bool {
    if (marks[vertex] != Mark::New) return marks[vertex] == Mark::OnPath;
    marks[vertex] = Mark::OnPath;
    for (const Vertex next : edges_[vertex]) {
      if (self(self, next)) return true;
    }
    marks[vertex] = Mark::Done;
    return false;
  };
  for (Vertex vertex = 0; vertex < edges_.size(); ++vertex) {
    if (visit(visit, vertex)) return true;
  }
  return false;
}

ReadSet EventGraph::reached(Vertex from, Vertex count) const {
  std::vector<bool> seen(edges_.size(), false);
  std::vector<Vertex> left{from};
  while (!left.empty()) {
    const Vertex vertex = left.back();
    left.pop_back();
    if (seen[vertex]) continue;
    seen[vertex] = true;
    left.insert(left.end(), edges_[vertex].begin(), edges_[vertex].end());
  }
  ReadSet result;
  for (Vertex vertex = 0; vertex < count; ++vertex) {
    if (seen[vertex]) result.add(vertex);
  }
  return result;
}

bool reads_at_its_place(const le::System& system, const TermArena& arena, const le::Transition& t, TermId cell) {
  const SymbolId symbol = arena.symbol(cell);
  if (!arena.signature()[symbol].weak) return true;
  return !system.model.writes_apart() && t.kind == le::FiringKind::Sync && system.ordered_by_commit[symbol.index()];
}

bool is_one_event(const le::System& system, const FiringInstance& firing) {
  const le::Transition& t = firing.transition;
  if (t.read_modify_write() || system.model.keeps(Write, Execution)) return true;
  return system.model.writes_apart() && t.writes_weak && !firing.actor.valid();
}

EventOrder::EventOrder(const le::System& system, TermArena& arena, const FiringInstance& firing, const Cube& cube,
                       const std::vector<PlacedWrite>& placed)
    : system_(system), arena_(arena), transition_(firing.transition) {
  const le::Transition& t = transition_;
  const PendingOrder& after = cube.weak.order;
  const bool chosen = system.model.writes_apart();
  PARAPET_CHECK(system.model.keeps(Execution, Execution) && system.model.keeps(Execution, Write), "executions follow program order");
  PARAPET_CHECK(chosen || system.model.keeps(Write, Write), "firing order follows program order");
  execution_ = narrow<Vertex>(cube.weak.open.items.size());
  const auto first_slot = narrow<Vertex>(after.reach.size() + 1);
  named_ = narrow<Vertex>(first_slot + (chosen ? placed.size() : 0));
  while (graph_.add() + 1 < named_) {
  }
  for (std::uint32_t number = 0; number < after.reach.size(); ++number) {
    for (const Vertex next : vertices_of(after.reach[number]).list()) {
      if (next != vertex_of(number)) graph_.add_edge(vertex_of(number), next);
    }
  }
  const bool one_event = is_one_event(system, firing);
  if (chosen) {
    for (std::size_t k = 0; k < placed.size(); ++k) written_.push_back(one_event ? execution_ : graph_.add());
  } else {
    write_ = one_event || !t.writes_weak ? execution_ : graph_.add();
    if (t.writes_weak) written_.push_back(write_);
  }
  for (const Vertex write : written_) {
    if (write != execution_) graph_.add_edge(execution_, write);
  }
  const std::vector<TermId> at_hand = processes_at_hand(system, arena, firing.variables);
  for (const TermId process : at_hand) {
    add_process(process, after.find(process));
    if (process == firing.actor) add_program_order(processes_.back(), one_event);
  }
  for (std::size_t k = 0; k < arena.signature().symbols().size(); ++k) {
    const SymbolId symbol(k);
    if (arena.signature()[symbol].weak ? chosen : !system.shared[k]) continue;
    if (arena.signature()[symbol].arity > 0) add_cell(symbol, {}, true, after.find_others(symbol));
    for (const TermId cell : cells_of(arena, symbol, at_hand)) {
      const std::vector<TermId> args(arena.args(cell).begin(), arena.args(cell).end());
      add_cell(symbol, args, false, after.find(symbol, args));
    }
  }
  if (!chosen) return;
  add_chains(after);
  precede_explored(execution_);
  for (std::size_t k = 0; k < placed.size(); ++k) place(placed[k], written_[k], narrow<Vertex>(first_slot + k), firing.actor);
}

ReadSet EventOrder::vertices_of(const ReadSet& numbers) const {
  ReadSet result;
  numbers.each([&](std::uint32_t number) { result.add(vertex_of(number)); });
  return result;
}

EventOrder::Row EventOrder::add_row(const ReadSet* reads) {
  const Row row{graph_.add(), graph_.add()};
  if (reads != nullptr) graph_.add_edges(row.old, vertices_of(*reads));
  graph_.add_edge(row.made, row.old);
  return row;
}

void EventOrder::add_process(TermId process, const PendingOrder::ProcessRow* row) {
  const Row any = add_row(row == nullptr ? nullptr : &row->any);
  const Row waits = add_row(row == nullptr ? nullptr : &row->waits);
  const Row writes = add_row(row == nullptr ? nullptr : &row->writes);
  processes_.push_back({process, any, waits, writes});
}

void EventOrder::add_cell(SymbolId symbol, std::vector<TermId> args, bool others, const PendingOrder::CellRow* row) {
  const Row read = add_row(row == nullptr ? nullptr : &row->read);
  const Row written = add_row(row == nullptr ? nullptr : &row->written);
  cells_.push_back({symbol, std::move(args), others, read, written});
}

void EventOrder::add_program_order(const ProcessRow& row, bool one_event) {
  const ld::MemoryModel& model = system_.model;
  graph_.add_edge(execution_, row.any.old);
  graph_.add_edge(row.any.made, execution_);
  for (const Vertex write : written_) {
    graph_.add_edge(write, model.keeps(Write, Execution) ? row.any.old : row.waits.old);
    graph_.add_edge(row.any.made, write);
    graph_.add_edge(model.keeps(Write, Write) ? row.waits.made : row.writes.made, write);
  }
  const bool waits = transition_.fence || (one_event && model.writes_apart());
  if (waits) graph_.add_edge(row.waits.made, execution_);
  if (transition_.wfence) graph_.add_edge(row.waits.made, row.writes.made);
}

EventOrder::CellRow& EventOrder::row_of(TermId cell) {
  const auto args = arena_.args(cell);
  const auto at = std::find_if(cells_.begin(), cells_.end(), [&](const CellRow& row) {
    return !row.others && row.symbol == arena_.symbol(cell) && std::equal(args.begin(), args.end(), row.args.begin(), row.args.end());
  });
  PARAPET_CHECK(at != cells_.end(), "cells at hand have rows");
  return *at;
}

// The explored writes that are in the cube. Each is before its slot, and the slot before the next write: the rows say so.
void EventOrder::add_chains(const PendingOrder& after) {
  for (const PendingOrder::Write& write : after.writes) {
    Chained& made = chains_.emplace_back(Chained{write, graph_.add()});
    graph_.add_edges(made.event, vertices_of(write.after));
    if (write.slot != PendingOrder::none) made.write.slot = vertex_of(write.slot);
  }
}

// The event is in memory before any explored firing executes: before the pending reads, and before the explored writes, which are not
// before their executions.
void EventOrder::precede_explored(Vertex event) {
  for (Vertex read = 0; read < execution_; ++read) graph_.add_edge(event, read);
  for (const Chained& each : chains_) {
    if (!each.made) graph_.add_edge(event, each.event);
  }
}

bool EventOrder::is_of(const Chained& chained, TermId cell) const {
  const auto args = arena_.args(cell);
  return chained.write.symbol == arena_.symbol(cell) &&
         std::equal(args.begin(), args.end(), chained.write.args.begin(), chained.write.args.end());
}

void EventOrder::place(const PlacedWrite& placed, Vertex event, Vertex slot, TermId actor) {
  const auto args = arena_.args(placed.cell);
  Chained made;
  made.write = {arena_.symbol(placed.cell), {args.begin(), args.end()}, slot};
  if (actor.valid()) made.write.seen.push_back(actor);
  made.event = event;
  made.made = true;
  const auto first = std::find_if(chains_.begin(), chains_.end(), [&](const Chained& each) { return is_of(each, placed.cell); });
  const auto at = chains_.insert(first + narrow<std::ptrdiff_t>(placed.position), std::move(made));
  graph_.add_edge(event, slot);
  if (at + 1 != chains_.end() && is_of(at[1], placed.cell)) graph_.add_edge(slot, at[1].event);
  if (placed.position > 0) graph_.add_edge(at[-1].write.slot, event);
  if (!placed.delayed) precede_explored(event);
}

std::size_t EventOrder::find_made(TermId cell) const {
  const auto at = std::find_if(chains_.begin(), chains_.end(), [&](const Chained& each) { return each.made && is_of(each, cell); });
  PARAPET_CHECK(at != chains_.end(), "the firing writes the cell");
  return static_cast<std::size_t>(at - chains_.begin());
}

void EventOrder::read(TermId cell) {
  if (system_.model.writes_apart() && arena_.signature()[arena_.symbol(cell)].weak) return;  // before every explored write
  CellRow& row = row_of(cell);
  graph_.add_edge(execution_, row.written.old);
  if (reads_at_its_place(system_, arena_, transition_, cell)) graph_.add_edge(row.read.made, execution_);
}

void EventOrder::write(TermId cell) {
  const bool weak = arena_.signature()[arena_.symbol(cell)].weak;
  if (system_.model.writes_apart() && weak) return;  // it was placed
  CellRow& row = row_of(cell);
  graph_.add_edge(weak ? write_ : execution_, row.written.old);
  graph_.add_edge(weak ? write_ : execution_, row.read.old);
  graph_.add_edge(row.written.made, weak ? write_ : execution_);
}

void EventOrder::write_others(SymbolId symbol) {
  for (const CellRow& row : cells_) {
    if (row.others && row.symbol == symbol) graph_.add_edge(row.written.made, arena_.signature()[symbol].weak ? write_ : execution_);
  }
}

void EventOrder::decide(std::uint32_t read, TermId reader, TermId cell, Way way, bool own) {
  if (way == Way::Nothing || way == Way::Early) return;
  if (!system_.model.writes_apart()) {
    if (own) return;
    way == Way::Reads ? graph_.add_edge(write_, read) : graph_.add_edge(read, write_);
    return;
  }
  const std::size_t at = find_made(cell);
  Chained& made = chains_[at];
  if (way == Way::Older) graph_.add_edge(read, made.event);
  // What a process reads from its own store buffer need not be in memory.
  if (way == Way::After || (way == Way::Reads && !own)) graph_.add_edge(made.event, read);
  if (way != Way::Reads) return;
  if (reader.valid() && std::find(made.write.seen.begin(), made.write.seen.end(), reader) == made.write.seen.end())
    made.write.seen.push_back(reader);
  if (at + 1 < chains_.size() && is_of(chains_[at + 1], cell) && chains_[at + 1].write.exchange == read) {
    chains_[at + 1].write.exchange = PendingOrder::none;
    chains_[at + 1].write.glued = true;
  } else {
    graph_.add_edge(read, made.write.slot);
  }
}

PendingOrder EventOrder::rows() const {
  PendingOrder result;
  const auto reached = [&](const Row& row) { return graph_.reached(row.made, named_); };
  for (Vertex vertex = 0; vertex < named_; ++vertex) result.reach.push_back(graph_.reached(vertex, named_));
  for (const ProcessRow& row : processes_)
    result.processes.push_back({row.process, reached(row.any), reached(row.waits), reached(row.writes)});
  for (const CellRow& row : cells_) result.cells.push_back({row.symbol, row.args, row.others, reached(row.read), reached(row.written)});
  for (const Chained& each : chains_) {
    result.writes.push_back(each.write);
    result.writes.back().after = graph_.reached(each.event, named_);
  }
  return result;
}

}  // namespace parapet::check
