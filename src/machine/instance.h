// An instance: a program with a fixed number of processes under a memory model, and its steps (NOTE(machine)).
//   firing of t(P) by p   possible in S if the guard of t holds for P in S; conditions and values are evaluated in S as well.
//                         A read-modify-write also requires that p's store buffer is empty in S.
//                         Plain cells change at once. The weak writes of the firing become entries at the end of p's buffers: one entry, or
//                         one per location; they are in memory at once for a read-modify-write, or if the memory model has no buffers.
//                         Before its writes a firing appends a mark if its guard holds only thanks to `wfence()`, which matters if
//                         buffers are per location: a guard `A || B && wfence()` is two transitions, and if A holds, the one without the
//                         mark can do whatever the other one can.
//   commit by p           possible if p has an entry that can be committed next (state.h); it is written to memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "machine/state.h"

namespace parapet::machine {

// The new value of one cell: the value of the first branch whose condition holds; if none holds, the cell is unchanged.
struct GroundUpdate {
  struct Branch {
    enum class Kind : std::uint8_t { Keep, Set, Havoc };
    Kind kind = Kind::Keep;
    GroundFormula condition;
    GroundTerm value;  // Set
  };
  Location location = 0;
  std::vector<Branch> branches;
};

// A conjunct of a guard that compares a cell of memory with a constant.
struct CellTest {
  Location location = 0;
  Code value = 0;
  bool equal = true;  // false: different
};

// A transition with processes for its parameters.
struct Firing {
  std::uint32_t transition = 0;
  std::vector<Process> processes;  // by parameter
  std::optional<Process> actor;
  GroundFormula guard;
  std::vector<CellTest> needs;   // conjuncts of a simplified guard, tested first: most attempts fail here (needs.h)
  GroundFormula rest;            // the other conjuncts, if there are needs
  std::vector<GroundTerm> lets;  // read when it fires, used or not
  std::vector<GroundUpdate> updates;
  std::vector<SymbolId> havocs;  // assigned an arbitrary value, in order
  bool write_fence = false;      // wfence() occurs in its guard, and means something
  bool touches_weak = false;     // by its text, like the next one
  bool read_modify_write = false;
};

// The outcome of an attempt to fire.
struct Fired {
  enum class Outcome : std::uint8_t {
    Done,
    GuardFails,
    BufferNotEmpty,  // a read-modify-write needs its actor's buffer empty
    NobodyActs,      // it touches weak locations but has no acting process, whose store buffer it would use
    Open,            // it depends on the value of an open cell
  };
  Outcome outcome = Outcome::Done;
  Location open = 0;          // Open: that cell
  std::vector<Write> writes;  // Done: in the order of the text
  bool marks = false;         // Done: the guard holds thanks to wfence()
};

class Instance {
 public:
  // Full: every read of the text is kept, so that reads can be logged. Simplified: without the parts that constants decide.
  enum class Detail : std::uint8_t { Full, Simplified };

  Instance(const ld::Program& program, const ld::MemoryModel& model, Roster roster, Detail detail, Budget& budget);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  [[nodiscard]] const ld::Program& program() const { return program_; }
  [[nodiscard]] const Roster& roster() const { return roster_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] Numbers& numbers() { return numbers_; }
  [[nodiscard]] const Numbers& numbers() const { return numbers_; }
  [[nodiscard]] Budget& budget() { return budget_; }
  [[nodiscard]] const std::vector<GroundSum>& sums() const { return grounder_.sums(); }
  [[nodiscard]] bool has_buffers() const { return model_.buffers != ld::Buffers::None; }
  [[nodiscard]] bool writes_apart() const { return model_.writes_apart(); }
  [[nodiscard]] bool is_weak(Location location) const { return program_.signature[layout_.symbol(location)].weak; }
  [[nodiscard]] bool is_process_valued(Location location) const {
    return program_.signature[layout_.symbol(location)].sort == Signature::proc;
  }

  // `processes`: one per parameter, distinct.
  [[nodiscard]] Firing firing(std::uint32_t transition, const std::vector<Process>& processes);
  // A formula of a declaration without acting process: init, unsafe, invariant, for these parameters.
  [[nodiscard]] GroundFormula formula(const ld::Declaration& scope, const ld::Formula& formula, const std::vector<Process>& parameters,
                                      std::optional<Process> actor = std::nullopt);
  [[nodiscard]] View view(const State& state, std::optional<Process> actor = std::nullopt) {
    return {numbers_, grounder_.sums(), state, actor};
  }

  // All cells open, buffers empty.
  [[nodiscard]] State blank_state() const;

  // Attempts to fire at one instant: guard, conditions and values are all evaluated in the state before the firing. `havoc` has a value for
  // each of firing.havocs. `log` may be null.
  [[nodiscard]] Fired attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log = nullptr);
  // The same, into `fired`, whose allocated memory is reused.
  void attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log, Fired& fired);
  // Stores what a firing writes: plain cells change at once; weak writes enter the actor's buffers (one entry, or one per location, behind
  // a mark if the firing leaves one), or are in memory at once if there are no buffers or the firing is a read-modify-write. True: they
  // entered the buffers.
  bool store(State& state, const Firing& firing, const Fired& fired) const;
  // The places of the entries of `process` that can be committed next.
  [[nodiscard]] std::vector<std::size_t> committable(const State& state, Process process) const;
  // The entry at that place reaches memory; a mark that is the first then vanishes.
  Entry commit(State& state, Process process, std::size_t place) const;
  // The most entries in one store buffer of `process`.
  [[nodiscard]] std::size_t longest_buffer(const State& state, Process process) const;

 private:
  void add_updates(const ld::Assignment& assignment, Firing& firing);
  void add_every_cell(const ld::Assignment& assignment, Firing& firing);
  [[nodiscard]] std::vector<GroundUpdate::Branch> branches(const ld::Assignment& assignment);
  [[nodiscard]] GroundFormula finished(GroundFormula formula) const;
  void split_guard(Firing& firing) const;
  [[nodiscard]] std::optional<CellTest> need_of(const GroundFormula& conjunct) const;

  const ld::Program& program_;
  ld::MemoryModel model_;
  Roster roster_;
  Detail detail_;
  Budget& budget_;
  Layout layout_;
  Numbers numbers_;
  std::vector<ld::Formula> guards_;  // by transition, with demanded fences
  Grounder grounder_;
};

// Calls visit(tuple) for every tuple of `size` processes of the instance, in lexicographic order; allowed(prefix, process) says whether the
// process may come next after the prefix.
template <class Allowed, class Visit>
void each_tuple(std::uint32_t processes, std::size_t size, Budget& budget, const Allowed& allowed, const Visit& visit) {
  std::vector<Process> tuple;
  const auto extend = [&](const auto& self) -> void {
    if (tuple.size() == size) return visit(std::as_const(tuple));
    for (Process process = 0; process < processes; ++process) {
      budget.spend();
      if (!allowed(std::as_const(tuple), process)) continue;
      tuple.push_back(process);
      self(self);
      tuple.pop_back();
    }
  };
  extend(extend);
}

// The same for tuples of pairwise different processes.
template <class Visit>
void each_distinct_tuple(std::uint32_t processes, std::size_t size, Budget& budget, const Visit& visit) {
  const auto is_new = [](const std::vector<Process>& prefix, Process process) {
    return std::find(prefix.begin(), prefix.end(), process) == prefix.end();
  };
  if (size <= processes) each_tuple(processes, size, budget, is_new, visit);
}

}  // namespace parapet::machine
