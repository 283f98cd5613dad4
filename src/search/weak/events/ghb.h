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

struct OrderQuestion;
struct Path;
struct SearchOptions;
template <class Weak>
struct Node;

// The operations are those of NOTE(weak-part).
struct Ghb {
  static constexpr std::string_view engine = event_engine;
  static constexpr bool reads_map_to_reads = true;     // unless the covered cube speaks of memory
  static constexpr bool candidates_with_reads = true;  // with what the rows say of them

  struct ProcessRow {
    TermId process;
    ReadSet any;    // A(p)
    ReadSet waits;  // B(p)
  };
  struct CellRow {
    SymbolId symbol;
    std::vector<TermId> args;
    bool others = false;  // no args: all cells of the array without a row of their own
    ReadSet read;         // Gr, of weak locations too
    ReadSet written;      // L of a weak location, Gw of a shared plain cell
  };

  std::vector<std::vector<TermId>> items;  // by pending read
  std::vector<ReadSet> reach;              // by pending read
  std::vector<ProcessRow> processes;       // in structural order; none has two empty sets
  std::vector<CellRow> cells;              // in order of symbols, `others` first, then structural

  [[nodiscard]] bool empty() const { return items.empty(); }

  // Calls visit(term) for every term in it, to be changed.
  template <class Visit>
  void each_term(Visit&& visit) {
    for (auto& read : items) std::for_each(read.begin(), read.end(), visit);
    for (ProcessRow& row : processes) visit(row.process);
    for (CellRow& row : cells) std::for_each(row.args.begin(), row.args.end(), visit);
  }

  struct Workspace {
    explicit Workspace(Context& the_context) : context(the_context), touched(the_context) {}
    Context& context;
    TouchedTable touched;
    bool keep_cyclic = false;  // choices that the rows refuse are given out too, marked; the oracle decides
  };

  // What a firing decided, in the successor's names.
  struct Record {
    std::vector<bool> closed;              // by pending read of the successor: reads from this firing (rf)
    std::vector<bool> passed;              // by pending read of the successor: does not read from it (fr)
    std::vector<TermId> written;           // the weak and shared plain cells that it wrote
    std::vector<SymbolId> written_beyond;  // the arrays of which it wrote every cell with a process that is not in the successor

    template <class Visit>
    void each_term(Visit&& visit) {
      std::for_each(written.begin(), written.end(), visit);
    }
  };

  struct Choice;
  class Oracle;  // order_query.h

  // Weak reads of a sync firing are reads from memory where that is right (above), others items of the new pending read. Shared plain cells
  // stay cells.
  [[nodiscard]] static TermId own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell);

  // A leaf of an unsafe formula as the start cube has it: every weak cell is an item, unless writes are not delayed; a shared plain cell is
  // no item.
  [[nodiscard]] static TermId start_leaf(const le::System& system, TermArena& arena, TermId leaf);
  // One start cube: every item of `literals` is in the final read u.
  static void start(const Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                    const std::function<void(std::vector<TermId>, Ghb)>& emit);

  [[nodiscard]] static bool may_be_initial() { return true; }

  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& choice) const;

  // At init every pending read takes the initial value.
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }

  [[nodiscard]] bool mentions_process(TermId process) const;
  // Whether a row keeps a process in the cube (beside the literals).
  [[nodiscard]] bool keeps(TermId process, const std::vector<bool>& read_has_items) const;
  // Drops pending reads without items (rows are closed, so nothing is lost), renumbers the others and renames processes (invalid: gone).
  // Fills read_map: old number -> new number.
  [[nodiscard]] Ghb compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                            const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& read_map) const;

  // Every row maps into its counterpart, except for pending reads that map to made_now. Such a read is made after all firings still to be
  // found, and reads from memory: it has edges from them and from rows, and to pending reads in its reach, which must be made now too. So
  // nothing leads back from these reads, and they are on no cycle.
  bool embed(const Ghb& other, const std::function<TermId(TermId)>& image, const std::function<bool(std::uint32_t, std::uint32_t)>& accept,
             const std::function<bool()>& done) const;

  // The rows as formulas: for each class of explored events that a row is about, one event of it, which is before the pending reads of the
  // row; and every pending read before those that it reaches. `map`: by pending read, its image in `other`.
  [[nodiscard]] OrderQuestion order_question(TermArena& arena, const Ghb& other, const std::function<TermId(TermId)>& image,
                                             const std::vector<std::uint32_t>& map) const;

  [[nodiscard]] static TermId read_now(const TermArena&, TermId /*reader*/, TermId location) { return location; }

  // Each row with the one of `other` that it must map into, null if there is none.
  struct RowPair {
    const ReadSet* from;
    const ReadSet* to;
  };
  [[nodiscard]] std::vector<RowPair> row_pairs(const Ghb& other, const std::function<TermId(TermId)>& image) const;
  // Calls visit(row, text) for every row but those of `reach`; the text names its events: "events of z0".
  template <class Visit>
  void each_row(const TermArena& arena, Visit&& visit) const;

  // The rows as they are for a process or cell, whether there is one or not.
  [[nodiscard]] const ProcessRow* find(TermId process) const;
  [[nodiscard]] const CellRow* find(SymbolId symbol, std::span<const TermId> args) const;

  // What a firing decided for the pending reads of this (its successor's) part: "rf: z1@X'0 saw it", "fr: z1@X'0 did not see it".
  [[nodiscard]] std::string describe_step(Workspace& workspace, const Action& action, const Record& record) const;
  // The rows by pending read, in words: "  ghb before '0: events of z0, writes of X; before '1: read '0".
  [[nodiscard]] std::string describe(const TermArena& arena) const;
};

// A visited cube as evidence.
[[nodiscard]] CertificateCube certificate_cube(const Cube<Ghb>& cube);

// The path from a node to unsafe as a schedule of store buffers (events_path.cpp).
[[nodiscard]] Path path_of(Ghb::Workspace& workspace, const Node<Ghb>& node);

// A node as a formula of LE: events, their values, their order (events_formula.cpp).
[[nodiscard]] std::string le_formula(Ghb::Workspace& workspace, const Node<Ghb>& node);

// What a firing does to the pending reads, in one of the ways it may go.
struct Ghb::Choice {
  const TermArena* arena = nullptr;
  TermId actor;
  std::uint32_t variables = 0;
  Record decided;                                    // closed is SAT, passed is NS; written is sorted
  std::map<TermId, std::vector<Alternative>> fixed;  // by cell: what happens to it, decided
  le::Conjunction conditions;                        // of `fixed`
  bool cyclic = false;                               // by the rows; only where the caller asked for such choices
  Ghb after;                                         // reads without items are still there; the firing's own read is items.size()

  [[nodiscard]] static TermId after_closing(TermId leaf) { return leaf; }
  // The cell whose new value this leaf takes; invalid: none.
  [[nodiscard]] TermId written_cell(TermId leaf) const;
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& instance, TermId cell) const;
  [[nodiscard]] const Record& record() const { return decided; }
};

}  // namespace parapet::search
