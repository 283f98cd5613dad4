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
// The weak part of a cube (Weak::buffers, Weak::open):
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

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "memory/part.h"

namespace parapet::search {

extern const MemoryTraits delayed_memory;

// The operations are those of NOTE(weak-part). Every choice of `fire` exists.
class DelayedWrites final : public MemoryPart {
 public:
  explicit DelayedWrites(Context& the_context) : MemoryPart(the_context) {}

  // A plain cell is read as it is.
  [[nodiscard]] TermId start_leaf(TermId leaf) const override {
    const TermArena& arena = context.arena;
    return arena.op(leaf) == Op::Read && !arena.reader(leaf).valid() ? arena.location(leaf) : leaf;
  }
  // Its reads are u. Where no firing can be late they are made at once: one cube for every combination of outcomes.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  void enter(const Cube& cube) override;
  // The locations with entries: a firing that writes one may have made an entry.
  void each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const override;
  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;
  // A commit between two snapshot reads, of which only the later one may have seen it.
  void silent(const Cube& cube, const std::function<void(const Silent&, const Choice&)>& emit) override;

  // Normal form 5 is done before: whatever has a buffer is needed.
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  // Entries stay, with items or without; snapshot reads without items are dropped. Snapshot reads are numbered through the lists in order,
  // u last of them, then entries through the buffers.
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // D_F(p,l) goes into D_G of the images with increasing positions; E_F(p,l) needs E_G, the last entry goes to the last, and either both
  // lists are empty or none: more entries and more E bits make a cube smaller. For E_F(p,l) with D_F(p,l) empty it is enough that G's
  // literals exclude an entry there, by the text (`absent`).
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  // What the reader sees for certain: its last entry, if that is the newest; memory, if its buffer is empty. Invalid: neither is known.
  [[nodiscard]] TermId read_now(const Weak& weak, TermId reader, TermId location) const override;

  // delayed_candidates.cpp
  [[nodiscard]] std::vector<TermId> features(const Weak& weak, const std::vector<TermId>& literals) const override;
  [[nodiscard]] Weak restricted(const Weak& weak, std::vector<TermId>& literals) const override;
  [[nodiscard]] bool normalize(const std::vector<TermId>& literals, Weak& weak) const override;

  // A schedule of store buffers (delayed_path.cpp).
  [[nodiscard]] Path path_of(const Node& node) override;
  // "  buffer z0 X: '0 '1 newest  buffer z1 X: empty".
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  // "  commit X of z1: '0; delayed: X": what is not in the firing itself.
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;
  // Events, their values, their order (delayed_formula.cpp).
  [[nodiscard]] std::string le_formula(const Node& node) override;

 private:
  std::vector<TermId> memory_;  // the weak cells that the literals of the present cube speak of
};

}  // namespace parapet::search
