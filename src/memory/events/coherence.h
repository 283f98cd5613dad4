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

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cube/context.h"
#include "memory/events/touched.h"
#include "memory/part.h"

namespace parapet::search {

extern const MemoryTraits coherence_memory;

// Some item can have no source: it is after a closed write, or between two writes of which the later one is glued to the other.
[[nodiscard]] bool lacks_source(const PendingOrder& order);

// The open reads are the pending reads, then the slots, which have no items.
class Coherence final : public MemoryPart {
 public:
  explicit Coherence(Context& the_context);

  // Every weak cell is an item; a shared plain cell is no item.
  [[nodiscard]] TermId start_leaf(TermId leaf) const override;
  // One start cube: every item of `literals` is in the final read u.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  // The cells of items without a literal.
  void each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const override;
  // In coherence_fire.cpp; what the reads of the firing do is in coherence_execution.cpp, since it depends on the literals.
  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;

  // Forgets pending reads without items and writes that are not live.
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // F covers G if pending reads map to pending reads, and the writes of each chain to writes of its image, in order, such that
  //   rows map into rows;
  //   an item is early iff its image is; or it is not, and its location has no chain in F: then F leaves open what G has decided;
  //   an item that is not early is after a write iff its image is after the image of the write, and is its exchange iff that is;
  //   seen maps into seen, glued to glued to the same write, closed to closed.
  // An open write may map to a closed one, several of a chain to the same: nothing comes after it in G, so slots, seen and glue do not matter.
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  // No literal speaks of memory, so no pending read is made now.
  [[nodiscard]] TermId read_now(const Weak& weak, TermId reader, TermId location) const override;

  // Candidates are about plain cells: no state of a small instance has pending reads.
  [[nodiscard]] std::vector<TermId> features(const Weak& weak, const std::vector<TermId>& literals) const override;

  [[nodiscard]] Path path_of(const Node& node) override;  // coherence_path.cpp
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;
  [[nodiscard]] std::string le_formula(const Node& node) override;  // coherence_formula.cpp

  // The process may have a buffered write of the cell.
  [[nodiscard]] bool may_buffer(TermId process, TermId cell) const;
  // The write of the cell by this firing may be committed later than it executes.
  [[nodiscard]] bool may_delay(const TransitionInstance& instance, TermId cell) const;
  // The model has wfence().
  [[nodiscard]] bool store_fences() const { return store_fences_; }

 private:
  [[nodiscard]] bool may_delay(std::uint32_t transition, TermId process, TermId cell) const;

  struct Target {
    std::uint32_t transition = 0;
    TermId actor;
    const le::Update* update = nullptr;
  };
  TouchedTable touched_;
  std::vector<Target> buffered_;  // the updates whose writes go through a store buffer
  bool store_fences_ = false;
};

}  // namespace parapet::search
