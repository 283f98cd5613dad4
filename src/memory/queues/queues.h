// The part of memory with queues: snapshot reads, and store buffers per location. It serves sc, tso and pso (MemoryTraits::writes_apart).
//
//   sc, tso   NOTE(timeline)         the writes of a process reach memory in program order. A firing that writes stands where its writes
//                                    reach memory, so no write is ever delayed; reads may be old. Under sc no read is, either.
//   pso       NOTE(delayed-writes)   a store buffer per location. A firing stands where it executes; its writes may be delayed. Reads are
//                                    old only behind a wfence().
//
// ---------------------------------------------------------------------------------------------------------------------------------------
// NOTE(timeline): snapshot reads.
//
// Example: store buffering. `ask` lets p announce itself and `enter` looks whether somebody else has:
//     ask(p)        PC[p] = Idle                        PC[p] := Ask;  X[p] := True
//     enter(p, q)   PC[p] = Ask && X[q] = False         PC[p] := In
//
//     cube 1   PC[z0] = In && PC[z1] = In                                                                  unsafe
//        ^     enter(z1, z0). Its read may be older than its place, so it is not asked of memory: the item z1@X[z0]'0 is what z1 saw of
//        |     X[z0] in some snapshot, the snapshot read 0, which is now the first in the list of z1
//     cube 2   PC[z0] = In && PC[z1] = Ask && z1@X[z0]'0 = False                                           open z1: 0
//        ^     enter(z0, z1) in the same way
//     cube 3   PC[z0] = Ask && PC[z1] = Ask && z0@X[z1]'0 = False && z1@X[z0]'1 = False                    open z0: 0, z1: 1
//
// Before that, ask(z0) wrote X[z0] := True. Either the snapshot of read 1 was taken right after it: the read is *closed*, its item becomes the
// cell X[z0], which is True now, and there is no cube. Or it was taken before: the read stays open, which gives a cube with PC[z0] = Idle;
// after ask(z1) in the same way all literals agree with init, and the reads are those of the initial memory: UNSAFE. With a fence() in
// `enter` that firing is *sync*: it reads memory, cube 2 has X[z0] = False for its item, and ask(z0) leads to no cube.
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
// The weak part of a cube (Weak::open):
//   snapshot read  a non-empty set of items, all read from one snapshot. An item is a Read term of the literals: a reader and a location
//   open(p)        for each process p, the list of its snapshot reads in program order
//   u              at most one: the snapshot read of the unsafe formula (the final read), last in the list of each process it mentions
//   clean(p)       a bit
// It stands for the states in which each snapshot read is some snapshot of its queue, in order (several reads may share one), or is *now*,
// a snapshot taken in this state. Those of a clean process are new ones. A number below (`read`) is that of a snapshot read.
//
// ---------------------------------------------------------------------------------------------------------------------------------------
// NOTE(delayed-writes): every process has one store buffer per location (PSO).
//
// Example: message passing. `put` and `tell` are a writer's steps, `see` is a reader's. Unsafe: the reader has seen the flag with the old
// data, and sees the new data now.
//     put(p)    PC[p] = Start                                     PC[p] := Put;   Data := New
//     tell(p)   PC[p] = Put                                       PC[p] := Told;  Flag := True
//     see(p)    PC[p] = Start && Flag = True && Data = Old        PC[p] := Seen
//
//     cube 1   PC[z0] = Seen && Data = New                                                  buffer z0 Data: empty
//        ^     z0 @ Data is read now: from memory, so z0 has no write to Data under way. Before: see(z0), which reads memory, and the commit
//        |     of some z1 right after it, so that Data is New. The value comes from an *entry* of z1's buffer, '0
//     cube 2   PC[z0] = Start && Flag = True && Data = Old && z1@Data'0 = New               buffer z0 Data: empty, buffer z1 Data: '0
//        ^     tell(z1), whose write is *on time*: in memory at once
//     cube 3   PC[z0] = Start && PC[z1] = Put && Data = Old && z1@Data'0 = New              buffer z0 Data: empty, buffer z1 Data: '0
//
// Before that, put(z1) wrote Data := New. The cube asks for a delayed write, and this one is it: the *last* entry takes the value New, and is
// taken off. That leaves PC[z0] = Start && PC[z1] = Start && Data = Old, and init has such a state: UNSAFE. Had no cube asked for the write (if
// cube 1 were PC[z0] = Seen alone), it could be delayed all the same: *unseen*, newer than every entry that is known. It cannot be on time
// here: memory would have New, and not Old.
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

extern const MemoryTraits timeline_memory;  // sc, tso
extern const MemoryTraits delayed_memory;   // pso

// The operations are those of NOTE(weak-part). Every choice of `fire` exists: choices are ranks, so there is no order to ask about. Where
// there is one class for both machines, `delays()` says which of them it is.
class Queues final : public MemoryPart {
 public:
  explicit Queues(Context& the_context) : MemoryPart(the_context) {}

  // With buffers a plain cell is read as it is.
  [[nodiscard]] TermId start_leaf(TermId leaf) const override {
    const TermArena& arena = context.arena;
    return delays() && arena.op(leaf) == Op::Read && !arena.reader(leaf).valid() ? arena.location(leaf) : leaf;
  }
  // One start cube, in which every item of `literals` is in the final read u. With buffers, where no firing can be late, its reads are made
  // at once: one cube for every combination of outcomes.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  // Pre-image (fire.cpp, closing.cpp).
  void enter(const Cube& cube) override;
  // The locations with entries: a firing that writes one may have made an entry.
  void each_demand(const Weak& weak, const std::function<void(TermId)>& visit) const override;
  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;
  // With buffers: a commit between two snapshot reads, of which only the later one may have seen it.
  void silent(const Cube& cube, const std::function<void(const Silent&, const Choice&)>& emit) override;

  // Beside the literals a snapshot read keeps a process in the cube, u aside; so does whatever is said of a buffer of the process (normal
  // form 5 is done before).
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  // Drops snapshot reads without items; entries stay. Snapshot reads are numbered through the lists in order, u last of them, then entries
  // through the buffers.
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // Snapshot reads of F map to those of G or to made_now, then entries to entries (queues.cpp).
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  // What the reader sees for certain. With buffers: its last entry, if that is the newest; memory, if its buffer is empty; invalid: neither
  // is known.
  [[nodiscard]] TermId read_now(const Weak& weak, TermId reader, TermId location) const override;

  // Of cubes with buffers (candidates.cpp).
  [[nodiscard]] std::vector<TermId> features(const Weak& weak, const std::vector<TermId>& literals) const override;
  [[nodiscard]] Weak restricted(const Weak& weak, std::vector<TermId>& literals) const override;
  [[nodiscard]] bool normalize(const std::vector<TermId>& literals, Weak& weak) const override;

  // A schedule of store buffers (path.cpp).
  [[nodiscard]] Path path_of(const Node& node) override;
  // For people (text.cpp).
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;
  [[nodiscard]] std::string le_formula(const Node& node) override;

 private:
  // The machine is that of NOTE(delayed-writes).
  [[nodiscard]] bool delays() const { return context.memory.writes_apart; }
  [[nodiscard]] OpenReads final_read(std::vector<TermId> items, std::vector<TermId> mentioned) const;
  // With u in the list of each of z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] Weak with_everybody(const Weak& weak, std::uint32_t variables) const;

  std::vector<TermId> memory_;  // with buffers: the weak cells that the literals of the present cube speak of
};

}  // namespace parapet::search
