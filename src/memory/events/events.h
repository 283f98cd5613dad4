// NOTE(events): the weak part of a cube as events, for every memory model: pending reads and the order (ghb, ld/ghb.h) they live in.
//
// Example, store buffering with fences. z0 writes X, then reads Y; z1 writes Y, then reads X; unsafe: both have read False. A pending read is
// written as its number; r -> s: the event r is before s in ghb.
//
//   cube 0   { PC[z0] = End, PC[z1] = End }
//   cube 1   { PC[z0] = Read, PC[z1] = End, z0@Y'0 = False }                        A(z0) = B(z0) = {'0}
//              z0's read of Y is '0. Whatever z0 does before it precedes it, a write too, since the read has a fence.
//   cube 2   { PC[z0] = Read, PC[z1] = Read, z0@Y'0 = False, z1@X'1 = False }       the same, and A(z1) = B(z1) = {'1}
//   cube 3   z0's write w of X, which '1 has not seen:   '1 -fr-> w -fence-> '0     so reach('1) = {'1, '0}
//   none     z1's write v of Y, which '0 has not seen:   '0 -fr-> v -fence-> '1     would be a cycle: '0 -> v -> '1 -> w -> '0
//
// Without fences B(z0) and B(z1) are empty under TSO, w reaches no pending read, and cube 4 is an initial one.
//
// Example, co, with a store buffer per location (PSO). z0 writes 1 to X and Y, z1 reads Y = 1, then X = 0; w, v are the writes of X and Y.
//
//   cube 1   { z1@Y'0 = 1, z1@X'1 = 0 }      '0 -> '1
//   cube 2   v is taken by '0:  v -> '0.     { z1@X'1 = 0 }     v can be forgotten: no write has to be put after it
//   cube 3   w is passed by '1: '1 -> w.     w is in the buffer while v is committed: v and w are in no order. With a wfence() between the two
//            writes w is in V(z0), the later write waits for it: w -> v -> '0 -> '1 -> w is a cycle.
//
// Events. Firings are explored from the last to the first; each gives an execution and its writes. An execution is possible iff ghb has no
// cycle, and no read is older (in co) than the latest earlier write of its own process to the location: a process may read its own write
// before that is committed, so rf within a process is no edge. A *pending read* is a non-empty set of items (Read terms: reader and location)
// of one execution whose source has not been met yet. An edge from an explored event back to a firing still to be found can only start at a
// pending read: it did not read that new write. So an explored event matters only through the pending reads that it reaches in ghb, and only
// through the edges by which a newly found, earlier event can precede it. The *rows* summarise those edges; each is the set of pending reads
// that are reached, transitively closed:
//   reach(r)      from the pending read r, r included;
//   A(p)          from any explored event of p;
//   B(p)          from an explored event of p that waits for p's earlier writes (ld/ghb.h, `ordered`): an execution with a fence, an atomic
//                 one; a write, where the memory model keeps write -> write, else the writes after a wfence();
//   Gr(c), Gw(c)  from an explored execution that read, that wrote the shared plain cell c;
//   Gr(l)         from an explored execution that read the weak location l from memory;
//   L(l)          from an explored write of l, where the order of firings is co; otherwise see Chains.
// Events whose reads are all met need no identity, and there is no bound on their number. What a firing adds to the rows is in firing.h.
//
// The order of firings that is explored depends on what the memory model keeps:
//   write -> write kept       It agrees with program order, rf, shared plain cells, and co: of a location the write that is found later is
//                             earlier in co. There are no chains, slots, early reads and demands; one write event per firing.
//   kept per location only    It agrees with program order, rf and shared plain cells, but a write that executes first may be committed last:
//                             co is chosen (Chains). A write event for each location.
//
// Reads from memory. A sync firing x (le::FiringKind) reads the locations l of System::ordered_by_commit from memory: its literals speak of
// the cell l, not of an item. Every execution has an order of firings among those explored in which the source of x is the last write of l
// before x (le/lateness.cpp, Places), so it is enough to explore these orders. For a write w of l still to be found, which comes before x in
// the order of firings, and a write w' of l explored after x,
//   w -> x      is in ghb: rf if w is the last write before x, co and rf if it is not; Gr(l) is in S(w);
//   x -> w'     is in ghb: fr; the row of w' is in S(x), as for every read.
// A write of x's own process is committed when x executes. Under SC all firings are sync and all locations ordered: no read is pending. A weak
// cell outside of items stands for what the last write in the order of firings left there: like a plain variable, it is substituted at
// every write.
//
// The final read u of an unsafe formula holds its `i @ l` items; it happens after every execution of the processes that the formula mentions
// and reads its shared plain cells. (A firing of another process that is not before u is not needed to reach u.)
//
// Cells of processes that are not in the cube have rows too where the order of firings is co: a firing that writes all of an array writes
// theirs. A row marked `others` stands for the cells of its array that have no row of their own. Where co is chosen they have no chains: what
// a `case` writes there is forgotten. A cube is larger for it, so SAFE is right, and every path is executed before it is UNSAFE.
//
// Chains. Where co is chosen, two facts hold of an explored write w of l and a firing x that is found later, so executes earlier:
//   1. a read of l by x that is not taken from x's own store buffer is older than w: x -> w;
//   2. a write of l by x that is in memory when x ends (x is atomic; or the text never delays it, le/delays.h) comes before w in co, and
//      every explored read that does not take its value from its own store buffer is not older than it.
// An item is *early* if its source is a write of its own process to be found, perhaps still buffered: then it is in no order with the writes
// of other processes. Explored writes w of a location form a *chain* w1 < w2 < ... in co. Each has a *slot* s(w), the moment when w is
// overwritten, which is an open read without items:
//   w -> s(w) -> the next write in co;   an execution that reads from w -> s(w).
// An edge back to a firing still to be found can start at a slot too, since the new write may come next. So rows are sets of pending reads and
// slots, and there are three more:
//   reach(s)      from the slot
//   V(p)          from an explored write of p (only where the model has wfence())
//   W(w)          from the explored write w; it has s(w)
// An item (r, l) that is not early is *after* w iff r is in W(w): its source is later in co than w. The writes that it is after are the first
// ones of the chain. Otherwise it is older: W(w) is in reach(r). `seen(w)` are the writer of w and the processes that read it: none of their
// earlier writes of l can come after w.
//
// Demands. An item that is early or after a write is a *demand*, whether a literal speaks of it or not: a source of that kind has to be
// found. (The literal may have gone with a value that was arbitrary.) Any other item without a literal is dropped: it takes what there is.
//
// Exchange. An atomic firing x that reads and writes l is one event, so x is in W of its own write w, whose `exchange` it is: x's item on l is
// older than w nevertheless. When x reads from w', nothing can come between the two: w is *glued* to w'.
//
// Closed. No write still to be found can come after w: every process that may have a buffered write of l is in seen(w), or has s(w) in B.
// Of a chain only the first closed write is kept, without its slot. A pending item after it has no source: the cube has no states.
//
// Forgetting. w is *live* iff W(w) has a pending read or the slot of another live write, or w is glued to a live write (least fixpoint). Any
// other write can be the last in co: nothing that is reached from it leads back to a firing still to be found. It is dropped with its slot.
// Such writes are the last ones of their chains, since W of a write contains W of the next one. Pending reads without items are dropped:
// rows are closed, so nothing is lost with them.
//
// Init: every item has the initial value, so none is early or after a live write.
//
// A memory model that reorders reads is another table in ld/memory_model.h and rows for what its reads precede: A(p) splits into the events
// that a later read waits for and those that it does not.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cube/context.h"
#include "memory/events/path_graph.h"
#include "memory/part.h"
#include "smt/solver.h"

namespace parapet::search {

[[nodiscard]] const MemoryTraits& events_memory(const ld::MemoryModel& model);

// Some item can have no source: it is after a closed write, or between two writes of which the later one is glued to the other.
[[nodiscard]] bool lacks_source(const PendingOrder& order);

// Calls visit(row, text) for every row but those of `reach`; the text names its events: "events of z0".
void each_named_row(const TermArena& arena, const PendingOrder& order,
                    const std::function<void(const ReadSet&, const std::string&)>& visit);

// The open reads are the pending reads, then the slots, which have no items.
class Events final : public MemoryPart {
 public:
  // `orders`: null: nobody asks whether choices exist, and those that the rows refuse are not made.
  Events(Context& the_context, const OrderOptions* orders);

  // Every weak cell is an item, unless writes are not delayed; a shared plain cell is no item.
  [[nodiscard]] TermId start_leaf(TermId leaf) const override;
  // One start cube: every item of `literals` is in the final read u.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  // The cells of items without a literal.
  void each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const override;
  // In firing.h. The own read of the firing has the number after the other open reads.
  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;

  // Forgets pending reads without items, writes that are not live, and rows that say what the others of their array say.
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // F covers G (events_cover.cpp) if every row maps into its counterpart, except for pending reads that map to made_now. Such a read is made
  // after all firings still to be found, and reads from memory: it has edges from them and from rows, and to pending reads in its reach, which
  // must be made now too. So nothing leads back from these reads, and they are on no cycle. Where co is chosen, no read is made now, and
  // the writes of each chain map to writes of its image, in order, such that
  //   an item is early iff its image is; or it is not, and its location has no chain in F: then F leaves open what G has decided;
  //   an item that is not early is after a write iff its image is after the image of the write, and is its exchange iff that is;
  //   seen maps into seen, glued to glued to the same write, closed to closed.
  // An open write may map to a closed one, several of a chain to the same: nothing comes after it in G, so slots, seen and glue do not matter.
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  [[nodiscard]] TermId read_now(const Weak& weak, TermId reader, TermId location) const override;
  // The rows as formulas: for each class of explored events that a row is about, one event of it, which is before the pending reads of the
  // row; and every pending read before those that it reaches.
  [[nodiscard]] OrderQuestion order_question(const Weak& f, const Weak& g, const Rename& image,
                                             const std::vector<std::uint32_t>& map) const override;

  // Where co is chosen: the literals without reads. No state of a small instance has pending reads.
  [[nodiscard]] std::vector<TermId> features(const Weak& weak, const std::vector<TermId>& literals) const override;

  // In order_query.cpp: acyclicity of ghb as the rows say, as a solver says, or both, compared. The cycle of a refused choice is told as
  // `write of t(z1) -fence-> u(z1) -fr-> write of t(z0) -fence-> u(z0) -fr-> write of t(z1)`.
  [[nodiscard]] bool admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) override;
  void explain() override { keep_cyclic_ = true; }
  [[nodiscard]] std::string why_not(const Node& node, const Action& action, const Choice& choice) override;

  // In path_graph.cpp. A node as a formula: its events, their values, every edge between them.
  [[nodiscard]] Path path_of(const Node& node) override;
  [[nodiscard]] std::string le_formula(const Node& node) override;
  // The rows by pending read, "  ghb before '0: events of z0, writes of X; before '1: read '0"; with chains, by row.
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  // What the firing decided for the pending reads: "rf: z1@X'0 saw it", "fr: z1@X'0 did not see it"; where its writes are in co.
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;

  // The order of the writes of a location is chosen: it is not the order of firings.
  [[nodiscard]] bool chooses_co() const { return !context.system.model.keeps(ld::EventKind::Write, ld::EventKind::Write); }
  // The process may have a buffered write of the cell.
  [[nodiscard]] bool may_buffer(TermId process, TermId cell) const;
  // The write of the cell by this firing may be committed later than it executes.
  [[nodiscard]] bool may_delay(const TransitionInstance& instance, TermId cell) const;
  // The model has wfence().
  [[nodiscard]] bool store_fences() const { return store_fences_; }
  // Choices that the rows refuse are made too.
  [[nodiscard]] bool keeps_cyclic() const { return keep_cyclic_; }

 private:
  struct Target {
    std::uint32_t transition = 0;
    TermId actor;
    const le::Update* update = nullptr;
  };

  [[nodiscard]] bool may_delay(std::uint32_t transition, TermId process, TermId cell) const;
  [[nodiscard]] std::string rows_by_read(const Weak& weak) const;
  [[nodiscard]] std::string step_in_order(const Weak& successor, const Action& action, const Record& record) const;
  [[nodiscard]] smt::Answer ask(const PathGraph& graph, const smt::Query& query);
  // That the rows, or the solver, gave this answer about the firing just added to the history.
  void record(const smt::Decision& decision, const Node& node, const Choice& choice, const std::vector<TermId>& literals, History& history,
              const PathGraph& graph);

  TouchedTable touched_;
  std::vector<Target> buffered_;  // the updates whose writes go through a store buffer
  bool store_fences_ = false;
  const EventOrder decided_by_;
  const bool compare_;
  const bool asks_;   // a solver
  bool keep_cyclic_;  // choices that the rows refuse are made too, marked; `admits` decides
};

}  // namespace parapet::search
