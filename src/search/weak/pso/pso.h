// NOTE(delayed-writes): the weak part of a cube where every process has one store buffer per location (PSO): delayed writes.
//
// The search computes the exact pre-image of the following machine. Its state is memory M and, for each process p and weak location l, the
// FIFO list B(p,l) of p's writes to l that are not in memory yet. A firing stands on the timeline where it executes.
//
//   step                        when                          effect
//   --------------------------  ----------------------------  ------------------------------------------------------------------
//   firing by p                 any time                      weak reads: p's view, the last of B(p,l), else M[l]; plain updates
//   write of v to l in it       on time: B(p,l) is empty      M[l] := v
//     (chosen per location)     delayed: any time             v to the end of B(p,l)
//   fence(), read-modify-write  all B(p,.) are empty before   read-modify-write: all its writes are on time
//   commit(p,l)                 B(p,l) is not empty           its first value goes to M[l]
//
// A write on time is a write that is committed at once, so this is the machine of the language.
//
// The weak part of a cube:
//   D(p,l)   a list of *entries*, oldest first. An entry is a number k; literals speak of its value by the item Read(k, p, l). It counts
//            even if no literal does
//   E(p,l)   *exact*, a bit
// It stands for the states in which each D(p,l) is a subword of B(p,l) and, with E(p,l), the last entry of D(p,l) is the last of B(p,l), or
// both are empty. Subwords are enough because a buffer has one location: an entry other than the last can be committed immediately before
// the next one, and nobody sees it. So whatever a state can do, the state with more such entries can do.
//
// Reading l now, by i (outcomes; one for all items with that reader and location):
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
  static constexpr bool reads_map_to_reads = true;      // an entry maps to an entry
  static constexpr bool candidates_with_reads = false;  // candidates say nothing of buffers
  static constexpr std::uint32_t none = UINT32_MAX;

  // D(process, cell) and E(process, cell), where one of them says something. The cell is a symbol and its indices.
  struct Buffer {
    TermId process;
    SymbolId symbol;
    std::vector<TermId> args;
    std::vector<std::uint32_t> entries;  // oldest first
    bool exact = false;
  };

  std::vector<Buffer> buffers;             // by symbol, then in structural order of indices and processes
  std::vector<Buffer> absent;              // what follows from the literals, by the text: buffers that are empty; of no meaning otherwise
  std::vector<std::vector<TermId>> items;  // by entry; numbered through the buffers in order

  [[nodiscard]] bool empty() const { return buffers.empty(); }

  // Calls visit(term) for every term in it, to be changed.
  template <class Visit>
  void each_term(Visit&& visit) {
    for (auto* list : {&buffers, &absent}) {
      for (Buffer& buffer : *list) {
        visit(buffer.process);
        std::for_each(buffer.args.begin(), buffer.args.end(), visit);
      }
    }
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
      std::uint32_t entry = 0;      // in the numbers of Step::read_map
      std::vector<Place> flushed;  // just before it
    };
    struct Write {
      TermId cell;
      std::uint32_t entry = none;  // the entry that it makes; none: nobody asks for it
    };
    std::vector<Commit> commits;   // after the firing, in any order
    std::vector<Write> delayed;    // the writes of the firing that stay in the buffer
    std::vector<Place> flushed;    // before the firing; of a start cube there are none

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
  // One cube for every combination of outcomes of the reads.
  static void start(Context& context, std::vector<TermId> literals, const std::vector<TermId>& processes,
                    const std::function<void(std::vector<TermId>, DelayedWrites)>& emit);

  void fire(Workspace& workspace, TransitionInstance& instance, std::uint32_t variables,
            const std::function<void(const Choice&)>& emit) const;

  // Initially all buffers are empty.
  [[nodiscard]] bool may_be_initial() const { return items.empty(); }
  [[nodiscard]] static TermId settle(const TermArena& arena, TermId leaf) {
    return arena.op(leaf) == Op::Read ? arena.location(leaf) : leaf;
  }

  [[nodiscard]] bool mentions_process(TermId process) const;
  // Normal form 5 is done before: whatever has a buffer is needed.
  [[nodiscard]] bool keeps(TermId process, const std::vector<bool>&) const { return mentions_process(process); }
  // Entries stay, with items or without.
  [[nodiscard]] DelayedWrites compact(const std::vector<bool>& entry_has_items, const std::function<TermId(TermId)>& rename,
                                      const std::function<bool(TermId, TermId)>& before, std::vector<std::uint32_t>& entry_map) const;

  // D_F(p,l) goes into D_G of the images with increasing positions; E_F(p,l) needs E_G, the last entry goes to the last, and either both
  // lists are empty or none: more entries and more E bits make a cube smaller. For E_F(p,l) with D_F(p,l) empty it is enough that G's
  // literals exclude an entry there, by the text (`absent`).
  bool embed(const DelayedWrites& other, const std::function<TermId(TermId)>& image,
             const std::function<bool(std::uint32_t, std::uint32_t)>& accept, const std::function<bool()>& done) const;
  // Never asked: an entry is never made now.
  [[nodiscard]] static TermId read_now(const TermArena&, TermId /*reader*/, TermId location) { return location; }

  // The buffer; null: the cube says nothing of it.
  [[nodiscard]] const Buffer* find(TermId process, SymbolId symbol, std::span<const TermId> args) const;
  [[nodiscard]] const Buffer* find(const TermArena& arena, TermId process, TermId cell) const {
    return find(process, arena.symbol(cell), arena.args(cell));
  }
  // The buffer, made if there is none.
  Buffer& at(const TermArena& arena, TermId process, TermId cell);
  void drop_idle();  // buffers of which nothing is said

  // "  commit X of z1: '0; delayed: X": what is not in the firing itself.
  [[nodiscard]] std::string describe_step(Workspace& workspace, const Action& action, const Record& record) const;
  // "  buffer z0 X: '0 '1 newest  buffer z1 X: empty".
  [[nodiscard]] std::string describe(TermArena& arena) const;
};

// What one thread keeps.
struct DelayedWrites::Workspace {
  explicit Workspace(Context& the_context) : context(the_context) {}
  Context& context;
  std::vector<TermId> memory;  // the weak cells that literals of the present cube speak of

  // Before the pre-images of a cube.
  void enter(const Cube<DelayedWrites>& cube);
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
  TransitionInstance* instance = nullptr;
  std::uint32_t variables = 0;
  std::vector<Target> targets;
  le::Conjunction conditions;  // of the branches of `case` that the targets take
  Record decided;
  bool satisfies = false;  // the firing makes an entry: it matters whatever else it writes
  bool drains = false;     // all buffers of the process are empty before it
  DelayedWrites after;     // before the firing's own reads are made

  [[nodiscard]] TermId actor() const { return instance->actor; }
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
};

}  // namespace parapet::search
