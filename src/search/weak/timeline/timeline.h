// NOTE(timeline): the weak part of a cube under the timeline engine: snapshot reads.
//
// The search computes the exact pre-image of the following machine. Put all firings of an execution on one timeline: a firing with weak
// writes at the instant it commits; any other at the instant it executes or, if its process then has writes in its buffer, right after the
// commit of the last of them (the firing is *late*). Memory M changes along the timeline, and only the reads of late firings were made
// earlier than their place. So instead of writes that travel late to memory, old memory travels to the reader: each process p has a FIFO
// queue Q(p) of *snapshots* of M, each for one later firing of p. A snapshot is *new* until p fires.
//
//   step         when                       effect
//   -----------  -------------------------  -----------------------------------------------------------------------------------
//   take(p)      any time                   append a snapshot of M to Q(p)
//   take(u)      once                       append one common snapshot u to Q(q) of every process q that the unsafe formula mentions
//   read by p    Q(p) is not empty          remove the head of Q(p); weak reads come from it; plain updates
//   sync by p    Q(p) is empty              read and write M
//   write by p   fenced: every snapshot     update M and, in every snapshot of Q(p), p's view of the same cells (p's own newest
//                in Q(p) is new             buffered value wins). A write that reads shared plain cells first removes the head of
//                                           Q(p) and takes them from it
//   unsafe                                  plain cells as in M, `i @ X` as i sees X in the snapshot u
//
// A firing is sync if it has no acting process, if it is a read-modify-write, or if it has no weak write and either has a fence or is never
// late (le/lateness.h). A write has weak writes and no weak read; a read is any other firing, pure local steps included. Under SC every
// firing is sync, and there are no snapshot reads.
//
// The machine reaches unsafe iff the store buffers do.
//   From store buffers:  run the firings in timeline order, and take the snapshot of a firing when it executed.
//   To store buffers:    a read executes when its snapshot was taken, a sync at its step; a write commits at its step and executes just
//                        before that or just before the oldest snapshot then in Q(p), whichever is earlier.
// The timeline is a rank for ghb, so no cycle is possible: closing a read at a write that it sees is an rf edge, passing the write is an fr
// edge. (TSO through load buffers: Abdulla, Atig, Bouajjani, Ngo, "The benefits of duality in verifying concurrent programs under TSO",
// CONCUR 2016.)
//
// The weak part of a cube:
//   snapshot read  a non-empty set of items, all read from one snapshot. An item is a Read term of the literals: a reader and a location
//   open(p)        for each process p, the list of its snapshot reads in program order
//   u              at most one: the snapshot read of the unsafe formula (the final read), last in the list of each process it mentions
//   clean(p)       a bit
// It stands for the states in which each snapshot read is some snapshot of its queue, in order (several reads may share one), or is *now*,
// a snapshot taken in this state. Those of a clean process are new ones. A number below (`read`) is that of a snapshot read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"
#include "search/cube/cube.h"
#include "search/cube/transition_instance.h"
#include "search/preimage/step.h"

namespace parapet::search {

struct Context;
struct Path;
struct SearchOptions;
template <class Weak>
struct Node;

// The operations are those of NOTE(weak-part).
struct Timeline {
  static constexpr std::string_view engine = timeline_engine;
  static constexpr bool reads_map_to_reads = false;    // a read may map to the present state
  static constexpr bool candidates_with_reads = true;  // candidates may keep snapshot reads
  static constexpr std::uint32_t none = UINT32_MAX;

  struct List {
    TermId process;
    std::vector<std::uint32_t> reads;  // in program order
    bool clean = false;                // its snapshots are new: p fired a fenced write after they were taken, and nothing between
  };

  std::vector<List> lists;                 // none is empty; in structural order of their processes
  std::vector<std::vector<TermId>> items;  // by snapshot read: its Read terms; numbered through the lists in order, u last
  std::uint32_t last = none;               // u
  std::vector<TermId> mentions;            // of u: the processes of the unsafe formula
  // The unsafe formula counts processes, so it speaks of every process at the instant of u: u is last in open(q) of each process q, also of
  // one that is not in the cube yet.
  bool mentions_all = false;

  [[nodiscard]] bool empty() const { return items.empty(); }

  // Calls visit(term) for every term in it, to be changed.
  template <class Visit>
  void each_term(Visit&& visit) {
    for (List& list : lists) visit(list.process);
    for (auto& read : items) std::for_each(read.begin(), read.end(), visit);
    std::for_each(mentions.begin(), mentions.end(), visit);
  }

  struct Workspace {
    explicit Workspace(Context& the_context) : context(the_context) {}
    Context& context;
  };

  // What a firing decided.
  struct Record {
    std::vector<bool> closed;  // by snapshot read of the successor: closed by this firing

    template <class Visit>
    void each_term(Visit&&) {}
  };

  struct Choice;
  struct Oracle;

  // A sync firing reads memory: its cells stay cells. Otherwise the guard and the values were read at the instant of the new snapshot
  // read: a weak cell X is the item Read(new, actor, X), a shared plain cell c the item Read(new, c) without a reader.
  [[nodiscard]] static TermId own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell);

  [[nodiscard]] static TermId start_leaf(const le::System&, const TermArena&, TermId leaf) { return leaf; }
  // One start cube: every item of `literals` is in the final read u.
  static void start(const Context& context, std::vector<TermId> literals, std::vector<TermId> processes,
                    const std::function<void(std::vector<TermId>, Timeline)>& emit);

  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& choice) const;
  // With u in the list of each of z0 .. z(variables-1) and the constants of the model, where it mentions all.
  [[nodiscard]] Timeline with_everybody(const Context& context, std::uint32_t variables) const;

  [[nodiscard]] static bool may_be_initial() { return true; }

  // At init every snapshot read is now.
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }

  // The process has a list, u's included.
  [[nodiscard]] bool mentions_process(TermId process) const { return find(process) != nullptr; }

  // Whether a snapshot read keeps a process in the cube (beside the literals).
  [[nodiscard]] bool keeps(TermId process, const std::vector<bool>& read_has_items) const;

  // Drops snapshot reads without items, renumbers the others and renames processes (invalid: gone). Fills read_map: old number -> new
  // number.
  [[nodiscard]] Timeline compact(const std::vector<bool>& read_has_items, const std::function<TermId(TermId)>& rename,
                                 const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& read_map) const;

  // A snapshot read may also map to made_now: its snapshot is then taken in this state, so its items are memory cells.
  bool embed(const Timeline& other, const std::function<TermId(TermId)>& image,
             const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const;

  [[nodiscard]] static TermId read_now(const TermArena&, TermId /*reader*/, TermId location) { return location; }

  [[nodiscard]] const List* find(TermId process) const;

  // What a firing decided for the snapshot reads of this (its successor's) part: "rf: z1@X'0 saw it", "fr: z1@X'0 did not".
  [[nodiscard]] std::string describe_step(Workspace& workspace, const Action& action, const Record& record) const;

  // "  open z0: 0 1 (final) clean": the lists, where there are any.
  [[nodiscard]] std::string describe(const TermArena& arena) const;
};

// A visited cube as evidence.
[[nodiscard]] CertificateCube certificate_cube(const Cube<Timeline>& cube);

// The path from a node to unsafe as a schedule of store buffers (timeline_path.cpp).
[[nodiscard]] Path path_of(const Timeline::Workspace& workspace, const Node<Timeline>& node);

// A node as a formula of LE: events, their values, their order (timeline_formula.cpp).
[[nodiscard]] std::string le_formula(const Timeline::Workspace& workspace, const Node<Timeline>& node);

// Every choice of `fire` exists: choices are ranks, so there is no order to ask about.
struct Timeline::Oracle {
  Oracle(Workspace&, const SearchOptions&) {}
  [[nodiscard]] static bool asks_about_paths(const SearchOptions&) { return false; }
  [[nodiscard]] static bool admits(const Node<Timeline>&, const Action&, const Choice&, const std::vector<TermId>&) { return true; }
};

// What a firing does to the snapshot reads, in one of the ways it may go.
struct Timeline::Choice {
  const TermArena* arena = nullptr;
  TermId actor;
  std::uint32_t variables = 0;
  std::vector<bool> closed;    // by snapshot read
  le::Conjunction conditions;  // none: what happens to a cell is decided with its alternatives
  Timeline after;              // reads without items are still there; the firing's own read is new_read

  // The leaf once the choice is made: an item that is closed becomes the memory cell.
  [[nodiscard]] TermId after_closing(TermId leaf) const;
  // The cell whose new value this leaf takes; invalid: none. (Own writes are forwarded to own snapshot reads.)
  [[nodiscard]] TermId written_cell(TermId leaf) const;
  // How the firing changes a cell: every alternative.
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& instance, TermId cell) const {
    return table.alternatives(instance, cell);
  }
  [[nodiscard]] Record record() const { return {closed}; }
};

}  // namespace parapet::search
