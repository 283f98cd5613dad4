// The machine whose states views are taken from: an instance of the model under SC (machine/instance.h) with at most one snapshot of memory
// in the whole instance. Under TSO it is a part of the machine of NOTE(timeline):
//
//   step          when                                     effect
//   ------------  ---------------------------------------  ---------------------------------------------------------------------------
//   take(p)       there is no snapshot                     p owns a snapshot of the weak and shared plain cells; it is new
//   read by p     always                                   reads come from the snapshot if p owns it, which is used up, else from memory
//   sync by p     p does not own the snapshot              reads and writes memory
//   write by p    fenced: p's snapshot, if any, is new     updates memory and p's snapshot; the snapshot is no longer new. A write that
//                                                          reads shared plain cells takes them from the snapshot and uses it up
//
// Executions with two snapshots at a time are missing, so some reachable views are missing. That costs lemmas that turn out to be wrong,
// never a verdict: views only suggest lemmas.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "infer/views/view_machine.h"

namespace parapet::search::views {

class SnapshotMachine final : public ViewMachine {
 public:
  // `variables` processes that no constant names. Null: there is no such instance, or it is too large.
  [[nodiscard]] static std::unique_ptr<SnapshotMachine> make(const le::System& system, const NameFacts& names, std::uint32_t variables,
                                                             Budget& budget);

  // A state has, after its cells, if there are snapshots, the owner (-1: none), whether the snapshot is new, and its values.
  [[nodiscard]] bool has_snapshots() const { return snapshots_; }
  [[nodiscard]] std::optional<Process> owner(const Words& words) const;
  // The place of the cell's value in the snapshot; 0: it has none.
  [[nodiscard]] std::size_t snapshot_place(Location cell) const { return snapshot_place_[cell]; }

  // An open view speaks of the snapshot of its first process; memory as it is now is one too.
  [[nodiscard]] bool may_read_now() const override { return true; }
  [[nodiscard]] const Words& laid_out(const Words& words) override { return words; }
  [[nodiscard]] std::size_t read_place(Process, Location cell) const override { return snapshot_place_[cell]; }
  [[nodiscard]] bool shows_read(const Words& words, Process reader, Location) const override { return owner(words) == reader; }
  [[nodiscard]] bool is_whole(const Words&, const std::vector<Process>&) const override { return true; }

  [[nodiscard]] Words blank() const override;
  // With a new snapshot of this process.
  void set_owner(Words& words, Process process) const;
  [[nodiscard]] bool add_open(TermArena& arena, const Weak& weak, const InState& in, Words& words) const override;

  [[nodiscard]] std::vector<Words> initial_states(std::size_t most) override;
  void successors(const Words& words, const Visit& visit) override;
  void fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) override;
  [[nodiscard]] Words canonical(const Words& words, bool compress) override;

 private:
  // How firings of an LD transition meet memory: the strictest of its disjuncts.
  struct Access {
    le::FiringKind kind = le::FiringKind::Sync;
    bool fence = false;
    bool reads_shared = false;
    std::optional<std::uint32_t> actor;  // index of a declared parameter
  };

  SnapshotMachine(const le::System& system, const NameFacts& names, std::uint32_t variables, const machine::Roster& roster, Budget& budget);
  void find_access(const le::System& system);
  void find_renamings();
  void prepare(const Words& words);
  // How a firing of a state reads: not possible at all, from memory, or from the snapshot.
  enum class Manner : std::uint8_t { None, InMemory, Late };
  [[nodiscard]] Manner manner_of(const machine::Firing& firing, const Words& words) const;
  void attempt(const machine::Firing& firing, const Words& words, Manner manner, bool guess, const Visit& visit);
  void attempt_with(const machine::Firing& firing, machine::State& seen, const Words& words, std::vector<Code>& havoc, bool from_snapshot,
                    bool guess, const Visit& visit);
  void store(const machine::Firing& firing, const Words& words, bool from_snapshot, const Visit& visit);
  [[nodiscard]] std::optional<Process> actor_of(const machine::Firing& firing) const;
  void compress_numbers(Words& words) const;

  std::optional<machine::RowRenamings> rows_;  // of states with their snapshot
  std::vector<Access> access_;                 // by LD transition
  bool snapshots_ = false;
  std::vector<bool> takes_;                  // by process: it may read late
  std::vector<std::size_t> snapshot_place_;  // by location
  std::vector<Location> snapshot_cells_;
  machine::State memory_, late_;              // what firings see of the state whose successors are computed
  std::vector<std::uint64_t> late_possible_;  // firings that the snapshot leaves possible
};

}  // namespace parapet::search::views
