// The events of a path of the search tree and every ghb edge between them (ld/ghb.h), explicit: what the rows of NOTE(events) summarise.
//
// Example, a path of two firings, t of z0 and then u of z1, whose read of X has not seen t's write, before the unsafe formula is true:
//
//   e0: execution of t(z0)     e0 -po-> e1        execution -> own write
//   e1: write of t(z0)         e2 -fr-> e1        (X)
//   e2: execution of u(z1)     e0, e2 -unsafe-> e3
//   e3: unsafe
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cube/context.h"
#include "cube/node.h"
#include "cube/path.h"
#include "ld/ghb.h"
#include "smt/solver.h"

namespace parapet::search {

// The weak and shared plain cells that a firing touches, by its text, among those of the processes at hand.
struct Touched {
  // Weak reads that become items of its pending read, weak reads of memory as it is at its place (own_read), reads of shared plain cells,
  // cells of both kinds that it may write; each in structural order.
  std::vector<TermId> pending_reads, memory_reads, shared_reads, writes;
  std::vector<SymbolId> writes_beyond;  // arrays of which it writes every cell that has another process, for certain
  std::vector<TermId> at_hand;          // of those arrays, the cells that have none
};

// Computed once for each instance and number of processes (touched.cpp). The context's ReadRule is that of the event engine.
class TouchedTable {
 public:
  explicit TouchedTable(Context& context) : context_(context) {}

  // Among the cells of z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] const Touched& find(TransitionInstance& instance, std::uint32_t variables);

 private:
  // An update of all cells of an array changes one of processes beyond those at hand whatever the state is.
  bool writes_any(TransitionInstance& instance, const le::Update& update, std::uint32_t variables);
  Touched compute(TransitionInstance& instance, std::uint32_t variables);

  Context& context_;
  std::map<std::pair<const TransitionInstance*, std::uint32_t>, Touched> all_;  // only looked up: its order is of no account
};

struct PathGraph {
  enum class Kind : std::uint8_t { Execution, Write, Atomic, Final };

  struct Event {
    Kind kind = Kind::Execution;
    std::uint32_t firing = 0;
    TermId cell;  // of a write event of one location
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    ld::Relation relation = ld::Relation::ProgramOrder;
    TermId cell;  // that it is about, if any
  };
  // A location that a read took from a write.
  struct Taken {
    std::uint32_t firing = 0;  // of the read; final_read: u
    TermId reader, location;
  };
  // In the names of the path.
  struct Fired {
    std::uint32_t transition = 0;
    std::vector<TermId> processes;                                        // by parameter
    TermId actor;                                                         // invalid: none
    std::vector<TermId> weak_reads, memory_reads, shared_reads, written;  // memory_reads: those of weak_reads made at its place
    std::vector<SymbolId> written_beyond;  // arrays of which every cell of a process that is not in `at_hand` is written
    std::vector<TermId> at_hand;
    std::vector<std::uint32_t> read_by, passed_by;         // firings (final_read: u) that read from this one, that did not
    std::vector<Taken> taken;                              // from its writes
    std::vector<std::pair<TermId, std::uint32_t>> placed;  // where co is chosen: its weak writes, and how many explored ones come before
    bool atomic = false;
    std::uint32_t execution = 0;              // event
    std::optional<std::uint32_t> write;       // event; that of the execution if the firing is atomic
    std::map<TermId, std::uint32_t> apart{};  // where co is chosen, instead: by weak cell

    // The event of a write of the weak cell, which is written.
    [[nodiscard]] std::uint32_t write_of(TermId cell) const { return write ? *write : apart.at(cell); }
  };
  static constexpr std::uint32_t final_read = UINT32_MAX;

  // An item whose source is not met yet.
  struct Pending {
    std::uint32_t event = 0;
    TermId location, item, reader;  // location, reader: in the names of the path
  };

  std::vector<Event> events;
  std::vector<Pending> pending;
  std::vector<Edge> edges;
  std::vector<Fired> firings;         // in the order they are fired
  std::vector<std::uint32_t> reads;   // by pending read of the node: its event
  std::optional<std::uint32_t> last;  // the event u
};

class Events;

// What happened on the way from the unsafe cube to a node, and what is still pending there.
class History {
 public:
  enum class Names : std::uint8_t { OfPath, OfNode };  // of processes: as a trace has them, or the node's own first

  History(const Events& part, TouchedTable& touched, const Node& node, Names names = Names::OfPath);

  // One more firing into the node's cube, before all others; it is not part of the search tree yet. `variables`: of the cube and the firing.
  void enter(const Fire& fire, const Record& record, std::uint32_t variables);
  // A term of the node, or of the firing just added, in the names of the path.
  [[nodiscard]] TermId named(TermId term);

  // From now on; those that the node does not have get the next numbers, the earliest firing first.
  void use_names_of_node();

  [[nodiscard]] PathGraph graph() const;
  [[nodiscard]] std::uint32_t processes() const { return names_.count(); }

 private:
  void leave(const Step& step, const Cube& cube);
  [[nodiscard]] bool is_weak(TermId cell) const { return arena_.signature()[arena_.symbol(cell)].weak; }
  [[nodiscard]] bool writes(const PathGraph::Fired& fired, TermId cell) const;
  void add_events(PathGraph& graph) const;
  void add_program_order(PathGraph& graph) const;
  void add_communication(PathGraph& graph) const;
  void add_chosen(PathGraph& graph) const;
  void add_final(PathGraph& graph) const;

  const Events& part_;
  TouchedTable& touched_;
  Context& context_;
  TermArena& arena_;
  PathNames names_;
  bool has_final_ = false;
  std::vector<TermId> final_processes_, final_cells_;
  std::vector<PathGraph::Fired> backward_;   // the last one fired first
  std::vector<PathGraph::Pending> pending_;  // of the node; event: index of the pending read
  std::vector<std::uint32_t> owner_;         // by open read: index into backward_, or final_read
};

// A cycle with the fewest edges, each beginning where the one before ends; empty: there is none.
[[nodiscard]] std::vector<PathGraph::Edge> shortest_cycle(const PathGraph& graph);

// The events in an order that agrees with every edge, u as late as possible; nothing if there is a cycle.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> sorted(const PathGraph& graph);

// In order_query.cpp: the edges of a graph as formulas.
[[nodiscard]] std::vector<TermId> order_formulas(TermArena& arena, const PathGraph& graph);
// The events of a graph in the words of LE, `e3: write of enter(z0)`; in the words of the source, `write of t(z0)`, `t(z0)` for an execution.
[[nodiscard]] std::vector<std::string> event_names(Context& context, const PathGraph& graph);
[[nodiscard]] std::string source_name(Context& context, const PathGraph& graph, std::uint32_t event);

// What is known of the firing that is tried, in the names of the path. Reads of literals and values are numbered as in PathGraph::reads,
// new_read being the firing's own.
struct NewestFiring {
  std::vector<TermId> literals;                     // of the predecessor
  std::vector<TermId> satisfied;                    // of the successor, about reads that take their value from the firing
  std::vector<std::pair<TermId, TermId>> values{};  // location, value that it writes there
};

// The record of an order decision.
[[nodiscard]] smt::QueryText order_text(Context& context, const PathGraph& graph, const NewestFiring& newest);

}  // namespace parapet::search
