// NOTE(order-summary): the weak part of a cube under the event engine: pending reads and the order they live in.
//
// Firings are explored in any order that agrees with program order, rf and co; each gives an execution event, which carries its reads and
// its fence, and, if it writes weak locations, a write event (one event for both where the two cannot come apart: a read-modify-write, or a
// memory model that keeps write -> execution). ghb is the global order of events:
//   of one process          the pairs that the memory model keeps; write -> execution also if the later one has a fence or is atomic;
//   co                      write -> later write of the same location;
//   rf                      write -> execution of another process that reads from it;
//   fr                      execution that read a location -> every write of it after the one it read from;
//   shared plain cells      execution -> later execution, where one of them writes the cell.
// An execution is possible iff ghb has no cycle.
//
// A *pending read* is a non-empty set of items (Read terms of the literals: reader and location) of one execution whose source has not been
// met yet. A number below (`read`) is that of a pending read. An edge from an explored event back to a firing still to be found can only
// start at a pending read: it did not read that new write. So an explored event matters only through the pending reads that it reaches in
// ghb, and only through the edges by which a newly found, earlier event can precede it. The *rows* summarise those edges; each is the set
// of pending reads that are reached, transitively closed:
//   reach(r)      from the pending read r, r included;
//   A(p)          from any explored event of p;
//   B(p)          from an explored event of p that waits for p's earlier writes: a write, an execution with a fence, an atomic one;
//   L(l)          from an explored write of the weak location l;
//   Gr(l)         from an explored execution that read l from memory;
//   Gr(c), Gw(c)  from an explored execution that read, that wrote the shared plain cell c.
// Events whose reads are all met need no identity, and there is no bound on their number.
//
// Reads from memory. A sync firing x (le::FiringKind) reads the locations l of System::ordered_by_commit from memory: its literals speak of
// the cell l, not of an item. Every execution has an order of firings among those explored in which the source of x is the last write of l
// before x (le/lateness.cpp, Places), so it is enough to explore these orders. For a write w of l still to be found, which comes before x in
// the order of firings, and a write w' of l explored after x,
//   w -> x      is in ghb: rf if w is the last write before x, co and rf if it is not; Gr(l) is in S(w);
//   x -> w'     is in ghb: fr; L(l) is in S(x), as for every read.
// A write of x's own process is committed when x executes. Under SC all firings are sync and all locations ordered: no read is pending.
//
// The final read u of an unsafe formula holds its `i @ l` items; it happens after every execution of the processes that the formula
// mentions and reads its shared plain cells. (A firing of another process that is not before u is not needed to reach u.)
//
// A weak cell outside of items stands for what the last write in the order of firings left there: like a plain variable, it is substituted
// at every write.
//
// Cells of processes that are not in the cube have rows too: a firing that writes all of an array writes theirs. A row marked `others`
// stands for the cells of its array that have no row of their own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cube/context.h"
#include "memory/events/path_graph.h"
#include "memory/events/touched.h"
#include "memory/part.h"
#include "smt/solver.h"

namespace parapet::search {

extern const MemoryTraits ghb_memory;

class Ghb final : public MemoryPart {
 public:
  // `orders`: null: nobody asks whether choices exist, and those that the rows refuse are not made.
  Ghb(Context& the_context, const OrderOptions* orders);

  // Every weak cell is an item, unless writes are not delayed; a shared plain cell is no item.
  [[nodiscard]] TermId start_leaf(TermId leaf) const override;
  // One start cube: every item of `literals` is in the final read u.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  // In ghb_fire.cpp. The items of the firing are its own read, which has the number after the other pending reads.
  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;

  // Rows are closed, so nothing is lost with pending reads without items.
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // Every row maps into its counterpart, except for pending reads that map to made_now. Such a read is made after all firings still to be
  // found, and reads from memory: it has edges from them and from rows, and to pending reads in its reach, which must be made now too. So
  // nothing leads back from these reads, and they are on no cycle.
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  [[nodiscard]] TermId read_now(const Weak& weak, TermId reader, TermId location) const override;
  // The rows as formulas: for each class of explored events that a row is about, one event of it, which is before the pending reads of the
  // row; and every pending read before those that it reaches.
  [[nodiscard]] OrderQuestion order_question(const Weak& f, const Weak& g, const Rename& image,
                                             const std::vector<std::uint32_t>& map) const override;

  // In order_query.cpp: acyclicity of ghb as the rows say, as a solver says, or both, compared. The cycle of a refused choice is told as
  // `write of t(z1) -fence-> u(z1) -fr-> write of t(z0) -fence-> u(z0) -fr-> write of t(z1)`.
  [[nodiscard]] bool admits(const Node& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals) override;
  void explain() override { keep_cyclic_ = true; }
  [[nodiscard]] std::string why_not(const Node& node, const Action& action, const Choice& choice) override;

  [[nodiscard]] Path path_of(const Node& node) override;  // ghb_path.cpp
  // The rows by pending read: "  ghb before '0: events of z0, writes of X; before '1: read '0".
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  // What the firing decided for the pending reads: "rf: z1@X'0 saw it", "fr: z1@X'0 did not see it".
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;
  [[nodiscard]] std::string le_formula(const Node& node) override;  // events, their values, their order (ghb_formula.cpp)

 private:
  [[nodiscard]] smt::Answer ask(const PathGraph& graph, const smt::Query& query);
  // That the rows, or the solver, gave this answer about the firing just added to the history.
  void record(const smt::Decision& decision, const Node& node, const Choice& choice, const std::vector<TermId>& literals, History& history,
              const PathGraph& graph);

  TouchedTable touched_;
  const EventOrder decided_by_;
  const bool compare_;
  const bool asks_;   // a solver
  bool keep_cyclic_;  // choices that the rows refuse are made too, marked; `admits` decides
};

}  // namespace parapet::search
