// One execution of an instance, step by step (NOTE(machine)): the steps that are possible, taking one, taking it back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "ld/trace.h"
#include "machine/explore.h"
#include "machine/targets.h"
#include "result/account.h"

namespace parapet::coverage {

class Simulation {
 public:
  // `roster` is one of the program. At most so many initial states are offered, without open cells.
  static constexpr std::size_t most_initial = 1000;
  Simulation(const ld::Program& program, const ld::MemoryModel& model, const machine::Roster& roster, Budget& budget);

  [[nodiscard]] std::size_t initial_states() const { return initial_.size(); }
  // Forgets all steps.
  void start(std::size_t initial);

  struct Choice {
    machine::Execution::Step step;
    machine::State after;
  };
  // The steps that are possible now, commits first.
  [[nodiscard]] std::vector<Choice> choices();
  void take(const Choice& choice);
  // False: no step was taken.
  bool undo();

  [[nodiscard]] std::size_t steps() const { return execution_.steps.size(); }
  // The execution so far; a counterexample if its last state is unsafe.
  [[nodiscard]] Trace trace();
  [[nodiscard]] bool is_unsafe();

  // `enter(p1)`, `commit of p2: X := 1`
  [[nodiscard]] std::string text(const Choice& choice);
  // The state, a line for each name, then one for each store buffer that is not empty.
  [[nodiscard]] std::vector<std::string> state_lines();

 private:
  [[nodiscard]] const machine::State& state() const { return states_.back(); }
  [[nodiscard]] std::string text(machine::Location location) const;
  [[nodiscard]] std::string text(machine::Location location, machine::Code value) const;
  [[nodiscard]] std::string text(const machine::Entry& entry) const;

  machine::Instance instance_;
  machine::Domains domains_;
  machine::Successors successors_;
  std::vector<machine::Target> unsafes_;
  std::vector<machine::State> initial_;
  std::vector<machine::State> states_;  // of the execution, the initial one first
  machine::Execution execution_;
  Trace names_;  // of the processes; it has no steps
};

// A shortest execution with these processes that ends in a state which satisfies the formula; a counterexample if that state is unsafe.
struct Found {
  std::optional<Trace> trace;
  bool complete = false;  // without a trace: every reachable state was tried
  std::uint64_t states = 0;
};
[[nodiscard]] Found find_state(const ld::Program& program, const ld::MemoryModel& model, const machine::Roster& roster,
                               const ld::StateFormula& formula, std::uint64_t states, Budget& budget);

}  // namespace parapet::coverage
