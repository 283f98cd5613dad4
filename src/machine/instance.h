// A program with a fixed number of processes under a memory model, and its steps.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "machine/state.h"

namespace parapet::machine {

// The new value of one cell: that of the first branch whose condition holds; unchanged where there is none.
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

// A transition with its processes.
struct Firing {
  std::uint32_t transition = 0;
  std::vector<Process> processes;  // by parameter
  std::optional<Process> actor;
  GroundFormula guard;
  std::vector<CellTest> needs;   // conjuncts of the guard, if it is simplified: most firings fail here
  std::vector<GroundTerm> lets;  // read when it fires, used or not
  std::vector<GroundUpdate> updates;
  std::vector<SymbolId> havocs;  // assigned an arbitrary value, in order
  bool touches_weak = false;     // by its text, like the next one
  bool read_modify_write = false;
};

// What came of the attempt to fire.
struct Fired {
  enum class Outcome : std::uint8_t {
    Done,
    GuardFails,
    BufferNotEmpty,  // a read-modify-write needs its actor's buffer empty
    NobodyActs,      // it touches weak locations, and the memory model must know through whose buffer
    Open,            // it depends on the value of an open cell
  };
  Outcome outcome = Outcome::Done;
  Location open = 0;          // Open: that cell
  std::vector<Write> writes;  // Done: in the order of the text
};

class Instance {
 public:
  // Texts in full, for whoever logs their reads, or without what constants decide.
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

  // A firing at one instant: the guard holds, all conditions and values are evaluated in the state before it. `havoc`: a value for each of
  // its havocs. `log` may be null.
  [[nodiscard]] Fired attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log = nullptr);
  // The same in place of what `fired` held, whose memory is used again.
  void attempt(const Firing& firing, const State& state, std::span<const Code> havoc, ReadLog* log, Fired& fired);
  // Stores what a firing writes: plain cells change at once; weak writes enter the actor's buffer as one entry, or are in memory at once
  // if there are no buffers or the firing is a read-modify-write. True: they entered the buffer.
  bool store(State& state, const Firing& firing, const std::vector<Write>& writes) const;
  // The oldest entry of the buffer of `process`, which is not empty, reaches memory.
  Entry commit(State& state, Process process) const;

 private:
  void add_updates(const ld::Assignment& assignment, Firing& firing);
  void add_every_cell(const ld::Assignment& assignment, Firing& firing);
  [[nodiscard]] std::vector<GroundUpdate::Branch> branches(const ld::Assignment& assignment);
  [[nodiscard]] GroundFormula finished(GroundFormula formula) const;
  void add_needs(const GroundFormula& conjunct, std::vector<CellTest>& needs) const;

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

// Calls visit(processes) for every tuple of so many different processes, in lexicographic order.
template <class Visit>
void each_tuple(std::uint32_t processes, std::size_t count, Budget& budget, const Visit& visit) {
  std::vector<Process> tuple;
  const auto choose = [&](const auto& self) -> void {
    if (tuple.size() == count) {
      visit(tuple);
      return;
    }
    for (Process process = 0; process < processes; ++process) {
      budget.spend();
      bool taken = false;
      for (const Process other : tuple) taken = taken || other == process;
      if (taken) continue;
      tuple.push_back(process);
      self(self);
      tuple.pop_back();
    }
  };
  if (count <= processes) choose(choose);
}

}  // namespace parapet::machine
