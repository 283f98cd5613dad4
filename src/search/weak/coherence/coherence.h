// NOTE(coherence): the weak part of a cube under the event engine where each write of a firing is an event of its own and the order of the
// writes of a location (co) is chosen: every process has a store buffer per location (PSO).
//
// Events and ghb. A firing has an execution x, which carries its reads and its fence, and one write event per weak location that it writes;
// an atomic firing (a read-modify-write, or a firing without acting process) is one event for all of it. ghb:
//   of one process       x -> x', x -> w'; w -> w' of the same location, or with a wfence() between them; w -> x' if x' has a fence or is atomic
//   co                   a total order of the writes of each location
//   rf                   write -> execution of another process that reads from it
//   fr                   execution -> the write that comes next in co after the one that it reads from
//   shared plain cells   execution -> later execution, where one of them writes the cell
// A process may read its own write before that is committed: rf within a process is no edge. An execution is possible iff ghb has no cycle
// and no read is older (in co) than the latest earlier write of its own process to the location. Every schedule of the machine gives such a
// graph, ordered by execution and commit, and every order of the events of such a graph that agrees with ghb is a schedule.
//
// Firings are explored from the last to the first, in an order in which x before x' in ghb implies x first. rf and shared plain cells go
// forward in such an order, co need not: a write that executes first may be committed last. Two facts about an explored write w of l and a
// firing x that is found later, so executes earlier:
//   1. a read of l by x that is not taken from x's own store buffer is older than w: x -> w;
//   2. a write of l by x that is in memory when x ends (x is atomic; or the text never delays it, le/delays.h) comes before w in co, and
//      every explored read that does not take its value from its own store buffer is not older than it.
//
// A *pending read* is as in NOTE(order-summary). An item of it is *early* if its source is a write of its own process to be found, perhaps
// still buffered: then it is in no order with the writes of other processes. Explored writes w of a location form a *chain* w1 < w2 < ... in
// co. Each has a *slot* s(w), the moment when w is overwritten:
//   w -> s(w) -> the next write in co;   an execution that reads from w -> s(w).
// An edge from an explored event back to one still to be found starts at a pending read, which did not read the new write, or at a slot, at
// which the new write comes next. So the *rows* are sets of pending reads and slots that are reached in ghb, transitively closed:
//   reach(r), reach(s)   from the pending read, from the slot; itself included
//   A(p)                 from any explored event of p
//   B(p)                 from an explored event of p that waits for p's earlier writes: a fence, an atomic firing; the writes after a wfence()
//   V(p)                 from an explored write of p (only where the model has wfence())
//   W(w)                 from the explored write w; it has s(w)
//   Gr(c), Gw(c)         from an explored execution that read, that wrote the shared plain cell c
// An item (r, l) that is not early is *after* w iff r is in W(w): its source is later in co than w. The writes that it is after are the first
// ones of the chain. Otherwise it is older: W(w) is in reach(r). `seen(w)` are the writer of w and the processes that read it: none of their
// earlier writes of l can come after w.
//
// An item that is early or after a write is a *demand*, whether a literal speaks of it or not: a source of that kind has to be found. (The
// literal may have gone with a value that was arbitrary.) Any other item without a literal is dropped: its read takes what there is.
//
// Exchange. An atomic firing x that reads and writes l is one event, so x is in W of its own write w, whose `exchange` it is: x's item on l is
// older than w nevertheless. When x reads from w', nothing can come between the two: w is *glued* to w'.
//
// Closed. No write still to be found can come after w: every process that may have a buffered write of l is in seen(w), or has s(w) in B.
// Of a chain only the first closed write is kept, without its slot. A pending item after it has no source: the cube has no states.
//
// Forgetting. w is *live* iff W(w) has a pending read or the slot of another live write, or w is glued to a live write (least fixpoint). Any
// other write can be the last in co: nothing that is reached from it leads back to a firing still to be found. It is dropped with its slot.
// Such writes are the last ones of their chains, since W of a write contains W of the next one.
//
// Cells of processes that are not in the cube have no chains: what a `case` writes there is forgotten. A cube is larger for it, so SAFE is
// right, and every path is executed before it is UNSAFE.
//
// Init: every item has the initial value, so none is early or after a live write.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"
#include "search/cube/cube.h"
#include "search/cube/transition_instance.h"
#include "search/preimage/step.h"
#include "search/weak/events/read_set.h"
#include "search/weak/events/touched.h"

namespace parapet::search {

struct Path;
struct SearchOptions;
template <class Weak>
struct Node;

// The operations are those of NOTE(weak-part). The open reads are the pending reads, then the slots, which have no items.
struct Coherence {
  static constexpr std::string_view engine = event_engine;
  static constexpr bool reads_map_to_reads = true;
  static constexpr bool candidates_with_reads = false;
  static constexpr std::uint32_t none = UINT32_MAX;

  struct ProcessRow {
    TermId process;
    ReadSet any;     // A(p)
    ReadSet waits;   // B(p)
    ReadSet writes;  // V(p)
  };
  // Of a shared plain cell.
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    ReadSet read, written;  // Gr, Gw
  };
  struct Write {
    SymbolId symbol;
    std::vector<TermId> args;
    std::uint32_t slot = none;      // closed: none
    ReadSet after;                  // W(w)
    std::vector<TermId> seen;       // closed: nobody
    std::uint32_t exchange = none;  // the pending read that is the same event
    bool glued = false;             // to the write before it in the chain
    bool closed = false;
  };
  // An item of a pending read, and its location.
  struct Item {
    std::uint32_t read = 0;
    TermId reader;
    SymbolId symbol;
    std::vector<TermId> args;
    bool early = false;
  };

  std::vector<std::vector<TermId>> items;  // by pending read, then by slot
  std::vector<ReadSet> reach;              // by pending read, then by slot
  std::vector<ProcessRow> processes;       // in structural order
  std::vector<CellRow> cells;              // by symbol, then in structural order
  std::vector<Write> writes;               // by symbol, then in structural order of the location, then in co
  std::vector<Item> sought;                // the items of literals, and every other item that is early or after a write

  [[nodiscard]] bool empty() const { return items.empty(); }

  // Calls visit(term) for every term in it, to be changed.
  template <class Visit>
  void each_term(Visit&& visit) {
    for (auto& read : items) std::for_each(read.begin(), read.end(), visit);
    for (ProcessRow& row : processes) visit(row.process);
    for (CellRow& row : cells) std::for_each(row.args.begin(), row.args.end(), visit);
    for (Write& write : writes) {
      std::for_each(write.args.begin(), write.args.end(), visit);
      std::for_each(write.seen.begin(), write.seen.end(), visit);
    }
    for (Item& item : sought) {
      if (item.reader.valid()) visit(item.reader);
      std::for_each(item.args.begin(), item.args.end(), visit);
    }
  }
  // Calls visit(cell) for the location of every item without a literal: its source has to be found all the same.
  template <class Visit>
  void each_demand(TermArena& arena, Visit&& visit) const {
    for (const Item& item : sought) {
      if (items[item.read].empty()) visit(arena.cell(item.symbol, item.args));
    }
  }

  class Workspace;

  // What a firing decided, in the successor's names.
  struct Record {
    struct Placed {
      TermId cell;
      std::uint32_t position = 0;  // in co: so many explored writes come before it
    };
    std::vector<Placed> placed;   // its weak writes
    std::vector<TermId> taken;    // the items of the successor that read from it
    std::vector<TermId> written;  // the weak and shared plain cells that it wrote, in structural order

    template <class Visit>
    void each_term(Visit&& visit) {
      for (Placed& one : placed) visit(one.cell);
      std::for_each(taken.begin(), taken.end(), visit);
      std::for_each(written.begin(), written.end(), visit);
    }
  };

  class Choice;
  struct Oracle;

  // Every weak read is an item of the new pending read. Shared plain cells stay cells.
  [[nodiscard]] static TermId own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell);
  [[nodiscard]] static TermId start_leaf(const le::System& system, TermArena& arena, TermId leaf);
  // One start cube: every item of `literals` is in the final read u.
  static void start(const Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                    const std::function<void(std::vector<TermId>, Coherence)>& emit);

  [[nodiscard]] bool may_be_initial() const;
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }

  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& choice) const;

  [[nodiscard]] bool mentions_process(TermId process) const;
  [[nodiscard]] bool keeps(TermId process, const std::vector<bool>& read_has_items) const;
  // Forgets pending reads without items and writes that are not live.
  [[nodiscard]] Coherence compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                                  const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& read_map) const;

  // F covers G if pending reads map to pending reads, and the writes of each chain to writes of its image, in order, such that
  //   rows map into rows;
  //   an item is early iff its image is; or it is not, and its location has no chain in F: then F leaves open what G has decided;
  //   an item that is not early is after a write iff its image is after the image of the write, and is its exchange iff that is;
  //   seen maps into seen, glued to glued to the same write, closed to closed.
  // An open write may map to a closed one, several of a chain to the same: nothing comes after it in G, so slots, seen and glue do not matter.
  bool embed(const Coherence& other, const std::function<TermId(TermId)>& image,
             const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const;
  // No literal speaks of memory, so no pending read is made now.
  [[nodiscard]] static TermId read_now(const TermArena&, TermId /*reader*/, TermId /*location*/) { return {}; }

  [[nodiscard]] const ProcessRow* find(TermId process) const;
  [[nodiscard]] const CellRow* find(SymbolId symbol, std::span<const TermId> args) const;
  // The writes of a location: from the first to the one after the last.
  struct Chain {
    std::size_t first = 0, end = 0;
    [[nodiscard]] std::size_t size() const { return end - first; }
  };
  [[nodiscard]] Chain chain(SymbolId symbol, std::span<const TermId> args) const;
  // Of an item of the pending read on the location of w that is not early.
  [[nodiscard]] static bool is_after(std::uint32_t read, const Write& w) { return w.exchange != read && w.after.has(read); }
  // The item is early or after a write.
  [[nodiscard]] bool is_demand(const Item& item) const;
  // The number of pending reads; slots come after them.
  [[nodiscard]] std::uint32_t pending() const;
  // Some item can have no source: it is after a closed write, or between two writes of which the later one is glued to the other.
  [[nodiscard]] bool lacks_source() const;

  // Candidates are about plain cells: no state of a small instance has pending reads.
  [[nodiscard]] static std::vector<TermId> features(const TermArena& arena, const std::vector<TermId>& literals);
  [[nodiscard]] static Coherence restricted(const TermArena&, const std::vector<TermId>&) { return {}; }
  [[nodiscard]] static bool normalize(const Context&, const std::vector<TermId>&, const Coherence&) { return true; }

  [[nodiscard]] std::string describe_step(Workspace& workspace, const Action& action, const Record& record) const;
  [[nodiscard]] std::string describe(TermArena& arena) const;

 private:
  // By open read of `after` and the own read: it is a pending read with items or the slot of a live write; by write: it is live.
  struct Live {
    std::vector<bool> members, writes;
  };
  [[nodiscard]] Live find_live(const std::vector<bool>& read_has_items) const;
};

// What one thread keeps.
class Coherence::Workspace {
 public:
  explicit Workspace(Context& the_context);
  Context& context;
  TouchedTable touched;
  bool store_fences = false;  // the model has wfence()

  void enter(const Cube<Coherence>&) {}  // nothing depends on the cube

  // The process may have a buffered write of the cell.
  [[nodiscard]] bool may_buffer(TermId process, TermId cell) const;
  // The write of the cell by this firing may be committed later than it executes.
  [[nodiscard]] bool may_delay(const TransitionInstance& instance, TermId cell) const;

 private:
  [[nodiscard]] bool may_delay(std::uint32_t transition, TermId process, TermId cell) const;

  struct Target {
    std::uint32_t transition = 0;
    TermId actor;
    const le::Update* update = nullptr;
  };
  std::vector<Target> buffered_;  // the updates whose writes go through a store buffer
};

// A visited cube as evidence: its literals and items. Nothing checks what else it says (verify/engines.cpp).
[[nodiscard]] CertificateCube certificate_cube(const Cube<Coherence>& cube);

// The path from a node to unsafe as a schedule of store buffers (coherence_path.cpp).
[[nodiscard]] Path path_of(Coherence::Workspace& workspace, const Node<Coherence>& node);

// A node as a formula of LE (coherence_formula.cpp).
[[nodiscard]] std::string le_formula(Coherence::Workspace& workspace, const Node<Coherence>& node);

// Every choice of `fire` exists.
struct Coherence::Oracle {
  Oracle(Workspace&, const SearchOptions&) {}
  [[nodiscard]] static bool asks_about_paths(const SearchOptions&) { return false; }
  [[nodiscard]] static bool admits(const Node<Coherence>&, const Action&, const Choice&, const std::vector<TermId>&) { return true; }
};

// What a firing does to the pending reads and chains, in one of the ways it may go.
class Coherence::Choice {
 public:
  const TermArena* arena = nullptr;
  TransitionInstance* instance = nullptr;
  const Touched* touched = nullptr;
  std::uint32_t variables = 0;
  bool satisfies = false;  // an item that no literal speaks of reads from it
  Record decided;
  std::map<TermId, std::vector<Alternative>> fixed;  // by cell: what happens to it, decided
  le::Conjunction conditions;                        // of `fixed`
  Coherence after;                                   // after the firing's writes; new slots are its last open reads
  ReadSet own;                                       // what the firing's execution reaches by its writes

  [[nodiscard]] static TermId after_closing(TermId leaf) { return leaf; }
  // The cell whose new value this leaf takes; invalid: none.
  [[nodiscard]] TermId written_cell(TermId leaf) const;
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const;
  [[nodiscard]] const Record& record() const { return decided; }

  // The execution of the firing, with the reads that the literals speak of.
  void complete(Workspace& workspace, const std::vector<TermId>& literals, const std::function<bool(std::vector<TermId>&)>& feasible,
                const std::function<void(const std::vector<TermId>&, const Coherence&, const Record&)>& emit) const;
};

}  // namespace parapet::search
