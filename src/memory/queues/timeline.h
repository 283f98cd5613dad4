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
// late (le/lateness.cpp). A write has weak writes and no weak read; a read is any other firing, pure local steps included. Under SC every
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
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "memory/part.h"

namespace parapet::search {

extern const MemoryTraits timeline_memory;

// The operations are those of NOTE(weak-part). Every choice of `fire` exists: choices are ranks, so there is no order to ask about.
class Timeline final : public MemoryPart {
 public:
  explicit Timeline(Context& the_context) : MemoryPart(the_context) {}

  [[nodiscard]] TermId start_leaf(TermId leaf) const override { return leaf; }
  // One start cube: every item of `literals` is in the final read u.
  void start(std::vector<TermId> literals, std::vector<TermId> mentioned,
             const std::function<void(std::vector<TermId>, Weak)>& emit) const override;

  void fire(const Weak& weak, TransitionInstance& instance, std::uint32_t variables, const EmitChoice& emit) override;

  // Beside the literals a snapshot read keeps a process in the cube, u aside.
  [[nodiscard]] bool keeps(const Weak& weak, TermId process, const std::vector<bool>& read_has_items) const override;
  // Drops snapshot reads without items; they are numbered through the lists in order, u last.
  [[nodiscard]] Weak compact(const Weak& weak, const std::vector<bool>& read_has_items, const Rename& rename, const Less& before,
                             std::vector<std::uint32_t>& read_map) const override;

  // A snapshot read may also map to made_now: its snapshot is then taken in this state, so its items are memory cells.
  [[nodiscard]] bool embed(const Weak& f, const Weak& g, const Rename& image, const Accept& accept,
                           const std::function<bool()>& done) const override;
  [[nodiscard]] TermId read_now(const Weak& /*weak*/, TermId /*reader*/, TermId location) const override { return location; }

  // A schedule of store buffers (timeline_path.cpp).
  [[nodiscard]] Path path_of(const Node& node) override;
  // "  open z0: 0 1 (final) clean": the lists, where there are any.
  [[nodiscard]] std::string describe(const Weak& weak) const override;
  // What a firing decided for the snapshot reads of its successor's part: "rf: z1@X'0 saw it", "fr: z1@X'0 did not".
  [[nodiscard]] std::string describe_step(const Weak& successor, const Action& action, const Record& record) override;
  // Events, their values, their order (timeline_formula.cpp).
  [[nodiscard]] std::string le_formula(const Node& node) override;

 private:
  // With u in the list of each of z0 .. z(variables-1) and the constants of the model.
  [[nodiscard]] Weak with_everybody(const Weak& weak, std::uint32_t variables) const;
};

}  // namespace parapet::search
