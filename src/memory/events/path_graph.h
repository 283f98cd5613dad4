// The events of a path of the search tree and every ghb edge between them, explicit: what the rows of NOTE(order-summary) summarise.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cube/node.h"
#include "cube/path.h"
#include "memory/events/touched.h"

namespace parapet::search {

struct PathGraph {
  enum class Rule : std::uint8_t { ProgramOrder, Fence, Coherence, ReadsFrom, FromRead, SharedPlain, Final };
  enum class Kind : std::uint8_t { Execution, Write, Atomic, Final };

  struct Event {
    Kind kind = Kind::Execution;
    std::uint32_t firing = 0;
  };
  struct Edge {
    std::uint32_t from = 0, to = 0;
    Rule rule = Rule::ProgramOrder;
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
    std::vector<std::uint32_t> read_by, passed_by;  // firings (final_read: u) that read from this one, that did not
    std::vector<Taken> taken;                       // from its write
    std::uint32_t execution = 0;                    // event
    std::optional<std::uint32_t> write;             // event; that of the execution if the firing is atomic
  };
  static constexpr std::uint32_t final_read = UINT32_MAX;

  // An item whose source is not met yet.
  struct Pending {
    std::uint32_t event = 0;
    TermId location, item;
  };

  std::vector<Event> events;
  std::vector<Pending> pending;
  std::vector<Edge> edges;
  std::vector<Fired> firings;         // in the order they are fired
  std::vector<std::uint32_t> reads;   // by pending read of the node: its event
  std::optional<std::uint32_t> last;  // the event u
};

// What happened on the way from the unsafe cube to a node, and what is still pending there.
class History {
 public:
  enum class Names : std::uint8_t { OfPath, OfNode };  // of processes: as a trace has them, or the node's own first

  History(Context& context, TouchedTable& touched, const Node& node, Names names = Names::OfPath);

  // One more firing into the node's cube, before all others; it is not part of the search tree yet. `variables`: of the cube and the firing.
  void add(const Fire& fire, const Record& record, std::uint32_t variables, const Cube& cube) { enter(fire, record, variables, cube); }
  // A term of the node, or of the firing just added, in the names of the path.
  [[nodiscard]] TermId named(TermId term);

  // From now on; those that the node does not have get the next numbers, the earliest firing first.
  void use_names_of_node();

  [[nodiscard]] PathGraph graph() const;
  [[nodiscard]] std::uint32_t processes() const { return names_.count(); }

 private:
  // `cube`: the successor.
  void enter(const Fire& fire, const Record& record, std::uint32_t variables, const Cube& cube);
  void leave(const Step& step, const Cube& cube);
  [[nodiscard]] bool writes(const PathGraph::Fired& fired, TermId cell) const;
  void add_events(PathGraph& graph) const;
  void add_program_order(PathGraph& graph) const;
  void add_communication(PathGraph& graph) const;
  void add_final(PathGraph& graph) const;

  TouchedTable& touched_;
  Context& context_;
  TermArena& arena_;
  PathNames names_;
  bool has_final_ = false;
  std::vector<TermId> final_processes_, final_cells_;
  std::vector<PathGraph::Fired> backward_;   // the last one fired first
  std::vector<PathGraph::Pending> pending_;  // of the node; event: index of the pending read
  std::vector<std::uint32_t> owner_;         // by pending read: index into backward_, or final_read
};

// A cycle with the fewest edges, each beginning where the one before ends; empty: there is none.
[[nodiscard]] std::vector<PathGraph::Edge> shortest_cycle(const PathGraph& graph);

// The events in an order that agrees with every edge, u as late as possible; nothing if there is a cycle.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> sorted(const PathGraph& graph);

}  // namespace parapet::search
