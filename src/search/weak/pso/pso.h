// NOTE(delayed-writes): the weak part of a cube where every process has one store buffer per location (PSO): delayed writes.
//
// The search computes the exact pre-image of the following machine. Its state is memory M and, for each process p and weak location l, the
// FIFO list B(p,l) of p's writes to l that are not in memory yet. The *view* of p is the last of B(p,l), else M[l]. A firing stands on the
// timeline where it executes. Only if a wfence() of its process, its own or an earlier one, then still waits for earlier writes, the firing
// is *late*: it stands where the last such fence ends, that is where everything before the fence is committed. (In the language a wfence()
// never waits; here it stands where it ends.) For late firings p has a FIFO queue Q(p) of snapshots, each with p's view.
//
//   step                        when                          effect
//   --------------------------  ----------------------------  ------------------------------------------------------------------
//   take(p), take(u)            any time; u once              a snapshot goes to the end of Q(p); u: one for all processes that unsafe
//                                                             mentions
//   prompt firing by p          Q(p) is empty                 weak reads: p's view; plain updates
//   late firing by p            it may be late (le/delays.h)  removes the head of Q(p) and reads from it; plain updates
//   write of v to l in either   on time: B(p,l) is empty      M[l] := v, and p's view of l in every snapshot of Q(p) := v
//     (chosen per location)     delayed: any time             v to the end of B(p,l), and the same for the snapshots
//   fence(), read-modify-write  prompt; all B(p,.) are empty  read-modify-write: all its writes are on time
//   wfence()                    all B(p,.) are empty before
//                               its writes
//   commit(p,l)                 B(p,l) is not empty           its first value goes to M[l]
//
// It reaches unsafe iff the store buffers of the language do.
//   From the language:  give each firing its place, run in the order of places, and take the snapshot of a late firing when it executed. A
//                       read of l by p sees the newest earlier write w of p with a later commit. If w has its place before the read
//                       executes, w is in B(p,l) when the snapshot is taken; otherwise the step of w overwrites the snapshot, and the
//                       last one that does is the newest.
//   To the language:    a prompt firing executes at its step, a late one when its snapshot was taken; one that reads nothing just before
//                       its step or the oldest snapshot in Q(p), whichever is earlier.
// Without wfence() no firing is late, and there are no snapshots: a write on time is a write that is committed at once.
//
// The weak part of a cube:
//   D(p,l)   a list of *entries*, oldest first. An entry is a number k; literals speak of its value by the item Read(k, p, l). It counts
//            even if no literal does
//   E(p,l)   *exact*, a bit
// It stands for the states in which each D(p,l) is a subword of B(p,l) and, with E(p,l), the last entry of D(p,l) is the last of B(p,l), or
// both are empty. Subwords are enough because a buffer has one location: an entry other than the last can be committed immediately before
// the next one, and nobody sees it. So whatever a state can do, the state with more such entries can do.
//
// and, for late firings, snapshot reads, open(p) and u as in NOTE(timeline): each is a snapshot of its queue, in order, or is *now*, the view
// of its reader in this state.
//
// Reading l now, by i, which closes a snapshot read (outcomes; one for all items with that reader and location):
//   memory   if D(i,l) is empty: the value is M[l], and nothing is buffered, so E(i,l)
//   last     if D(i,l) is not empty: the value is that of its last entry, which is then the newest, so E(i,l)
//   new      if not E(i,l): the value is that of an entry that the cube did not know, appended to D(i,l), so E(i,l)
//
// Commits are no nodes of the search. A commit can be moved earlier past every step that is no access of another process to l in memory, so
// it ends right after a firing by another process that reads l from memory or writes l. A firing is taken back together with the commits
// after it, at most one per location (*fused commits*): of two commits of one location the first is unseen. Let V be a set of cubes that
// contains its own pre-images by firings with fused commits, and take a shortest run from init into V. It does not end with a firing, since
// the pre-image of the firing is covered. So it ends with commits. Move each as early as possible; the end state is the same. If one
// arrives at its own write, that write was on time in a shorter run. If one arrives at another commit of l, the earlier one is unseen, and
// the state before it is in the cube before the later one (normal form 2). So all are at one firing that accesses their locations, and the
// fused pre-image is covered: a shorter run again.
//
// Normal form of a cube:
//   1. An entry without literals stays: its write has to be found.
//   2. E(p,l) with D(p,l) empty is dropped if M[l] has no literal. From a state with entries in B(p,l), commit them all: only M[l] changes.
//      (Recorded as a *flush*, for the schedule.)
//   3. E(p,l) is dropped if the text never delays a write of p to l. It is not dropped because the literals of this cube exclude an entry:
//      they may do so only thanks to E.
//   4. A cube is dropped if for some process no local state that its literals allow can have its entries in the buffers (le/delays.h).
//   5. A process that has only E bits is dropped with them: an idle process can always be added. Not where processes are counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
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
struct DelayedWrites {
  static constexpr std::string_view engine = timeline_engine;
  static constexpr bool reads_map_to_reads = true;      // unless the covered cube speaks of memory
  static constexpr bool candidates_with_reads = false;  // see `features`
  static constexpr std::uint32_t none = UINT32_MAX;

  // D(process, cell) and E(process, cell), where one of them says something. The cell is a symbol and its indices.
  struct Buffer {
    TermId process;
    SymbolId symbol;
    std::vector<TermId> args;
    std::vector<std::uint32_t> entries;  // oldest first
    bool exact = false;
  };

  // The snapshot reads of a process, in program order.
  struct List {
    TermId process;
    std::vector<std::uint32_t> reads;
  };

  std::vector<Buffer> buffers;             // by symbol, then in structural order of indices and processes
  std::vector<Buffer> absent;              // what follows from the literals, by the text: buffers that are empty; of no meaning otherwise
  std::vector<List> lists;                 // none is empty; in structural order of their processes
  std::uint32_t last = none;               // u
  std::vector<TermId> mentions;            // of u: the processes of the unsafe formula
  std::vector<std::vector<TermId>> items;  // by snapshot read, u last of them, then by entry; numbered through lists and buffers in order

  [[nodiscard]] bool empty() const { return buffers.empty() && lists.empty(); }

  // Calls visit(term) for every term in it, to be changed.
  template <class Visit>
  void each_term(Visit&& visit) {
    for (auto* list : {&buffers, &absent}) {
      for (Buffer& buffer : *list) {
        visit(buffer.process);
        std::for_each(buffer.args.begin(), buffer.args.end(), visit);
      }
    }
    for (List& list : lists) visit(list.process);
    std::for_each(mentions.begin(), mentions.end(), visit);
    for (auto& entry : items) std::for_each(entry.begin(), entry.end(), visit);
  }
  // Calls visit(cell) for every location with entries: a firing that writes it may have made one.
  template <class Visit>
  void each_demand(TermArena& arena, Visit&& visit) const {
    for (const Buffer& buffer : buffers) {
      if (!buffer.entries.empty()) visit(arena.cell(buffer.symbol, buffer.args));
    }
  }

  struct Workspace;

  // A buffer of one process, in the names of the successor and its step.
  struct Place {
    TermId process, cell;
  };
  // What a step decided.
  struct Record {
    struct Commit {
      Place place;
      std::uint32_t entry = 0;     // in the numbers of Step::read_map
      std::vector<Place> flushed;  // just before it
    };
    struct Write {
      TermId cell;
      std::uint32_t entry = none;  // the entry that it makes; none: nobody asks for it
    };
    std::vector<Commit> commits;  // after the firing, in any order
    std::vector<Write> delayed;   // the writes of the firing that stay in the buffer
    std::vector<Place> flushed;   // before the firing; of a start cube there are none
    std::vector<bool> closed;     // by snapshot read of the successor (entries: false): closed by this step

    template <class Visit>
    void each_term(Visit&& visit) {
      const auto each_place = [&](Place& place) {
        visit(place.process);
        visit(place.cell);
      };
      for (Commit& commit : commits) {
        each_place(commit.place);
        std::for_each(commit.flushed.begin(), commit.flushed.end(), each_place);
      }
      for (Write& write : delayed) visit(write.cell);
      std::for_each(flushed.begin(), flushed.end(), each_place);
    }
  };

  struct Choice;
  struct Oracle;

  // A weak read is made when everything else of the firing is known (Choice::complete); until then it is an item of new_read.
  [[nodiscard]] static TermId own_read(const le::System& system, TermArena& arena, const TransitionInstance& instance, TermId cell);

  // A plain cell is read as it is.
  [[nodiscard]] static TermId start_leaf(const le::System&, const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read && !arena.reader(leaf).valid() ? arena.location(leaf) : leaf;
  }
  // Its reads are u. Where no firing can be late they are made at once: one cube for every combination of outcomes.
  static void start(Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                    const std::function<void(std::vector<TermId>, DelayedWrites)>& emit);

  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& emit) const;
  // A commit between two snapshot reads, of which only the later one may have seen it.
  static void silent(Workspace& workspace, const Cube<DelayedWrites>& cube, const std::function<void(const Silent&, const Choice&)>& emit);

  // Initially all buffers are empty, and every snapshot read is now.
  [[nodiscard]] bool may_be_initial() const {
    return std::all_of(buffers.begin(), buffers.end(), [](const Buffer& buffer) { return buffer.entries.empty(); });
  }
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }

  [[nodiscard]] bool mentions_process(TermId process) const;
  // Normal form 5 is done before: whatever has a buffer is needed.
  [[nodiscard]] bool keeps(TermId process, const std::vector<bool>& read_has_items) const;
  // Entries stay, with items or without; snapshot reads without items are dropped.
  [[nodiscard]] DelayedWrites compact(const std::vector<bool>& entry_has_items, const std::function<TermId(TermId)>& rename,
                                      const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& entry_map) const;

  // D_F(p,l) goes into D_G of the images with increasing positions; E_F(p,l) needs E_G, the last entry goes to the last, and either both
  // lists are empty or none: more entries and more E bits make a cube smaller. For E_F(p,l) with D_F(p,l) empty it is enough that G's
  // literals exclude an entry there, by the text (`absent`).
  bool embed(const DelayedWrites& other, const std::function<TermId(TermId)>& image,
             const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const;
  // What the reader sees for certain: its last entry, if that is the newest; memory, if its buffer is empty. Invalid: neither is known.
  [[nodiscard]] TermId read_now(TermArena& arena, TermId reader, TermId location) const;

  // The buffer; null: the cube says nothing of it.
  [[nodiscard]] const Buffer* find(TermId process, SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const Buffer* find(const TermArena& arena, TermId process, TermId cell) const {
    return find(process, arena.symbol(cell), arena.args(cell));
  }
  // The buffer, made if there is none.
  Buffer& at(const TermArena& arena, TermId process, TermId cell);
  void drop_idle();  // buffers of which nothing is said
  [[nodiscard]] std::uint32_t snapshot_reads() const;
  [[nodiscard]] const List* find_list(TermId process) const;
  // A buffer of the process, or of a cell of it.
  [[nodiscard]] bool has_buffer(TermId process) const;

  // For candidates (pso_candidates.cpp): the features of a cube with this part and these literals, as literals; the part that keeps those
  // that are left, of which the literals proper remain; its normal form.
  [[nodiscard]] std::vector<TermId> features(TermArena& arena, const std::vector<TermId>& literals) const;
  [[nodiscard]] DelayedWrites restricted(const TermArena& arena, std::vector<TermId>& literals) const;
  [[nodiscard]] static bool normalize(Context& context, const std::vector<TermId>& literals, DelayedWrites& weak);

  // "  commit X of z1: '0; delayed: X": what is not in the firing itself.
  [[nodiscard]] std::string describe_step(Workspace& workspace, const Action& action, const Record& record) const;
  // "  buffer z0 X: '0 '1 newest  buffer z1 X: empty".
  [[nodiscard]] std::string describe(TermArena& arena) const;
};

// What one thread keeps.
struct DelayedWrites::Workspace {
  explicit Workspace(Context& the_context) : context(the_context) {}
  Context& context;
  const Cube<DelayedWrites>* cube = nullptr;  // the present one
  std::vector<TermId> memory;                 // the weak cells that its literals speak of

  // Before the pre-images of a cube.
  void enter(const Cube<DelayedWrites>& the_cube);
  // The firing may read the cell.
  [[nodiscard]] bool reads(const TransitionInstance& instance, TermId cell);
};

// A visited cube as evidence.
[[nodiscard]] CertificateCube certificate_cube(const Cube<DelayedWrites>& cube);

// The path from a node to unsafe as a schedule of store buffers (pso_path.cpp).
[[nodiscard]] Path path_of(const DelayedWrites::Workspace& workspace, const Node<DelayedWrites>& node);

// A node as a formula of LE (pso_formula.cpp).
[[nodiscard]] std::string le_formula(const DelayedWrites::Workspace& workspace, const Node<DelayedWrites>& node);

// Every choice of `fire` exists.
struct DelayedWrites::Oracle {
  Oracle(Workspace&, const SearchOptions&) {}
  [[nodiscard]] static bool asks_about_paths(const SearchOptions&) { return false; }
  [[nodiscard]] static bool admits(const Node<DelayedWrites>&, const Action&, const Choice&, const std::vector<TermId>&) { return true; }
};

// What a firing and the commits after it do to the buffers, in one of the ways they may go.
struct DelayedWrites::Choice {
  enum class Way : std::uint8_t {
    Kept,    // a `case` leaves the cell as it is
    OnTime,  // B(p,l) is empty and M[l] takes the value
    Last,    // the value is that of the last entry of D(p,l)
    Unseen,  // the value is the newest of B(p,l), and no entry of D(p,l)
  };
  // A weak cell that the firing may write and that the cube speaks of; of a read-modify-write there are none.
  struct Target {
    TermId cell;
    Way way = Way::Kept;
    std::uint32_t entry = none;        // Last
    std::vector<Alternative> written;  // the value, without conditions; of Kept none
  };

  TermArena* arena = nullptr;
  TransitionInstance* instance = nullptr;  // null: a silent commit
  std::uint32_t variables = 0;
  std::vector<std::pair<TermId, TermId>> made;  // items of closed reads and what they read
  std::vector<Target> targets;
  le::Conjunction conditions;  // of the branches of `case` that the targets take
  Record decided;
  bool satisfies = false;  // the firing makes an entry: it matters whatever else it writes
  bool drains = false;     // all buffers of the process are empty before it
  bool late = false;       // its reads are those of a snapshot
  DelayedWrites after;     // before the firing's own reads are made

  [[nodiscard]] TermId actor() const { return instance == nullptr ? TermId() : instance->actor; }
  // A memory cell that is committed after the firing holds the value of an entry before.
  [[nodiscard]] TermId after_closing(TermId leaf) const;
  // The cell whose new value this leaf takes; invalid: none.
  [[nodiscard]] TermId written_cell(TermId leaf) const;
  [[nodiscard]] const std::vector<Alternative>& alternatives(InstanceTable& table, TransitionInstance& of, TermId cell) const;
  [[nodiscard]] const Record& record() const { return decided; }

  // Makes the firing's own reads, in every way, on the buffers as they are before it, and brings the result into normal form.
  // feasible(literals): brings literals into normal form; false: they are unsatisfiable.
  void complete(Workspace& workspace, const std::vector<TermId>& literals, const std::function<bool(std::vector<TermId>&)>& feasible,
                const std::function<void(const std::vector<TermId>&, const DelayedWrites&, const Record&)>& emit) const;

 private:
  [[nodiscard]] const Target* find(TermId cell) const;
  [[nodiscard]] bool is_open(std::uint32_t number) const;
};

}  // namespace parapet::search
