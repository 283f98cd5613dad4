// A cube: the symbolic state of the search, and of the certificates that it leaves.
//
// It stands for the states in which some injection of its process variables z0 .. z(processes-1) into the processes that no constant of the
// model names makes all its literals true, and its weak part too. A literal is an atom over cells, reads, processes and constants; a read,
// Read(number, reader, location), is an item of the open read of that number. The weak part is what a cube says of reads that were made at
// another time and of writes on their way to memory. Which of its fields are used, and which states they stand for, is a matter of the part
// of memory (memory/part.h):
//
//   snapshots          open                          NOTE(timeline)
//   delayed writes     open, buffers                 NOTE(delayed-writes)
//   events             open.items, order             NOTE(events)
//   chosen coherence   the same, with order.writes   NOTE(events), Chains
//
// Example, of snapshots. { z0@X'0 = False && PC[z0] = Want } with the list `z0: 0` stands for the states in which some process wants to
// enter and has taken a snapshot of memory in which X is False, whatever X is in memory now.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "logic/term.h"
#include "result/read_set.h"

namespace parapet {

// The open reads of a cube, each a set of items (Read terms) read at one instant: snapshot reads, with a list per process in program order,
// or pending reads, without lists. The certificate format calls them `nodes`.
struct OpenReads {
  static constexpr std::uint32_t none = UINT32_MAX;
  struct List {
    TermId process;
    std::vector<std::uint32_t> reads = {};  // in program order
    bool clean = false;                     // NOTE(timeline): the snapshots of this process are new
  };
  std::vector<List> lists;                 // none is empty; in structural order of their processes
  std::vector<std::vector<TermId>> items;  // by open read
  std::uint32_t last = none;               // u, the final read, of the unsafe formula: last in the list of each process it mentions
  std::vector<TermId> mentions;            // the processes that u mentions
  // u mentions every process: its formula counts them. It is last in the list of each, also of one that is not in the cube yet.
  bool mentions_all = false;

  [[nodiscard]] const List* find(TermId process) const;
};

// What a cube says of the store buffer of one process and location, where each location has one (NOTE(delayed-writes)).
struct DelayedBuffer {
  TermId process;
  SymbolId symbol;
  std::vector<TermId> args;  // of the location
  std::vector<std::uint32_t> entries =
      {};              // D, oldest first: the entry k is the term Read(k, process, location); numbers are unique in a cube
  bool exact = false;  // E: the last of them is the newest of the buffer; without entries: the buffer is empty
};

// The order of explored events: for each class of them, the open reads that are reached from them in ghb.
struct PendingOrder {
  static constexpr std::uint32_t none = UINT32_MAX;
  struct ProcessRow {
    TermId process;
    ReadSet any;          // A(p): from any of its events
    ReadSet waits = {};   // B(p): from those that wait for its earlier writes: a write, an execution with a fence, an atomic one
    ReadSet writes = {};  // V(p), of chosen coherence: from its writes
  };
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others = false;   // no args: all cells of the array without a row of their own
    ReadSet read = {};     // Gr: from executions that read the shared plain cell, or the weak location from memory
    ReadSet written = {};  // L, Gw: from writes of the weak location, from executions that wrote the shared plain cell
  };
  // Of chosen coherence: an explored write in the chain of its location.
  struct Write {
    SymbolId symbol;
    std::vector<TermId> args;
    std::uint32_t slot = none;      // closed: none
    ReadSet after = {};             // W(w)
    std::vector<TermId> seen = {};  // closed: nobody
    std::uint32_t exchange = none;  // the pending read that is the same event
    bool glued = false;             // to the write before it in the chain
    bool closed = false;
  };
  // Of chosen coherence: an item of a pending read, and its location.
  struct Item {
    std::uint32_t read = 0;
    TermId reader;
    SymbolId symbol;
    std::vector<TermId> args;
    bool early = false;
  };
  std::vector<ReadSet> reach;         // by open read: from itself, which it reaches
  std::vector<ProcessRow> processes;  // in structural order; none has empty sets only
  std::vector<CellRow> cells;         // by symbol, `others` first, then in structural order
  std::vector<Write> writes;          // by symbol, then in structural order of the location, then in co
  std::vector<Item> sought;           // the items of literals, and every other item that is early or after a write

  [[nodiscard]] const ProcessRow* find(TermId process) const;
  // The row of the cell; if it has none, the row of the other cells of its array.
  [[nodiscard]] const CellRow* find(SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const CellRow* find_others(SymbolId symbol) const;

  // The writes of a location: from the first to the one after the last.
  struct Chain {
    std::size_t first = 0, end = 0;
    [[nodiscard]] std::size_t size() const { return end - first; }
  };
  [[nodiscard]] Chain chain(SymbolId symbol, std::span<const TermId> args) const;
  // Of an item of the pending read on the location of w that is not early.
  [[nodiscard]] static bool is_after(std::uint32_t read, const Write& w) { return w.exchange != read && w.after.has(read); }
  // The item is early or after a write: a write that it reads from has to be found.
  [[nodiscard]] bool is_demand(const Item& item) const;
};

// What a cube says beside its literals. Fields that a part of memory does not use are empty.
struct Weak {
  OpenReads open;
  std::vector<DelayedBuffer> buffers;  // by symbol, then in structural order of indices and processes
  std::vector<DelayedBuffer> absent;   // what follows from the literals, by the text: buffers that are empty; of no meaning otherwise
  PendingOrder order;

  // No condition at all: there are no open reads, and every state is in the part.
  [[nodiscard]] bool empty() const { return open.items.empty() && open.lists.empty() && buffers.empty(); }
  // The part would not be the same after the process was exchanged for another one.
  [[nodiscard]] bool mentions(TermId process) const;
  // Some initial state may be in it: initially all buffers are empty, and no read has found a write.
  [[nodiscard]] bool may_be_initial() const;
  // How many of the open reads are neither entries of buffers nor slots of writes, which have the numbers after them.
  [[nodiscard]] std::uint32_t reads() const;

  // Null: nothing is said of it.
  [[nodiscard]] const DelayedBuffer* find_buffer(TermId process, SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const DelayedBuffer* find_buffer(const TermArena& arena, TermId process, TermId cell) const;
  [[nodiscard]] const DelayedBuffer* find_absent(TermId process, SymbolId symbol, std::span<const TermId> args) const;
  // The buffer, made if there is none.
  DelayedBuffer& buffer_at(const TermArena& arena, TermId process, TermId cell);
  void drop_idle();  // buffers of which nothing is said
  // A buffer of the process, or of a cell of it.
  [[nodiscard]] bool has_buffer(TermId process) const;
};

// Invariants: the literals are satisfiable together, none is True, no two are Member atoms on one term, and they are sorted by structure;
// every variable occurs in a literal or in the weak part (start cubes, which keep the parameters of their unsafe formula, and all cubes
// where init counts processes, aside).
struct Cube {
  std::uint32_t processes = 0;
  std::vector<TermId> literals = {};
  Weak weak = {};
};

// Calls visit(term) for every term in it, to be changed.
template <class Visit>
void each_term(Weak& weak, Visit&& visit) {
  const auto each = [&](std::vector<TermId>& list) { std::for_each(list.begin(), list.end(), visit); };
  for (auto& read : weak.open.items) each(read);
  for (OpenReads::List& list : weak.open.lists) visit(list.process);
  each(weak.open.mentions);
  for (auto* list : {&weak.buffers, &weak.absent}) {
    for (DelayedBuffer& buffer : *list) {
      visit(buffer.process);
      each(buffer.args);
    }
  }
  for (PendingOrder::ProcessRow& row : weak.order.processes) visit(row.process);
  for (PendingOrder::CellRow& row : weak.order.cells) each(row.args);
  for (PendingOrder::Write& write : weak.order.writes) {
    each(write.args);
    each(write.seen);
  }
  for (PendingOrder::Item& item : weak.order.sought) {
    if (item.reader.valid()) visit(item.reader);
    each(item.args);
  }
}

template <class Visit>
void each_term(Cube& cube, Visit&& visit) {
  std::for_each(cube.literals.begin(), cube.literals.end(), visit);
  each_term(cube.weak, visit);
}

}  // namespace parapet
