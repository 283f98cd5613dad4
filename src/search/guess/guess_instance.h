// A small instance of the model under SC, explored on the forward machine (machine/explore.h): what invariants are guessed from, and where
// counterexamples may be met on the way.
//
// The instance guides the search and decides nothing, so it may leave out states: numbers live in a window, and open cells and arbitrary
// values take few of their values. A state that a trusted invariant certainly excludes is left out too; where the invariant speaks of an
// open cell the state stays until somebody looks at that cell. A hit, a state that is unsafe for some values of its open cells, is reached
// by an execution; the execution counts once it was replayed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "machine/explore.h"
#include "machine/targets.h"
#include "result/trace.h"
#include "search/cube/context.h"

namespace parapet::search {

using machine::Code;
using machine::Location;
using machine::StateNumber;

// The window of numbers.
inline constexpr Code lowest_number = -4;
inline constexpr Code highest_number = 16;

struct GuessLimits {
  std::uint64_t states = 30'000;
  // When so many states are known and too many of them still wait to be followed, the exploration ends.
  std::uint64_t checkpoint = UINT64_MAX;
};

class GuessInstance {
 public:
  // A firing led from one state to another, whose row is the successor renamed.
  struct Edge {
    StateNumber from = 0;
    StateNumber to = 0;
    std::uint16_t renaming = 0;
    std::int16_t actor = -1;  // a process of the machine; -1: nobody
  };

  // `variables` interchangeable processes, and those that the model names. Null: the instance has no initial state, or is beyond what can
  // be explored (too many locations, choices of processes, or values).
  [[nodiscard]] static std::unique_ptr<GuessInstance> explore(const Context& context, std::uint32_t variables, const GuessLimits& limits);

  [[nodiscard]] std::uint32_t variables() const { return variables_; }
  [[nodiscard]] std::size_t processes() const { return instance_.roster().processes; }
  [[nodiscard]] std::size_t states() const { return explorer_.states(); }
  // By its limits: some states were not followed. (They count all the same.)
  [[nodiscard]] bool cut() const { return explorer_.cut() || given_up_; }
  // The values of a state, by location; open cells are open.
  [[nodiscard]] std::span<const Code> row(StateNumber state) const { return explorer_.cells(state); }
  [[nodiscard]] std::size_t locations() const { return instance_.layout().size(); }

  // Of a process of the instance; nothing: it is none.
  [[nodiscard]] std::optional<machine::Process> process(TermId process) const;
  [[nodiscard]] std::optional<Location> location(TermId cell) const;
  [[nodiscard]] SymbolId symbol(Location location) const { return instance_.layout().symbol(location); }
  [[nodiscard]] bool is_process_valued(Location location) const { return instance_.is_process_valued(location); }
  [[nodiscard]] bool is_weak_or_shared(Location location) const;
  [[nodiscard]] const machine::Numbers& numbers() const { return instance_.numbers(); }
  // The values of a location as bits of a word: that of the least value is bit 0.
  [[nodiscard]] Code least_value(Location location) const;

  // Recorded where the model has weak or shared names, whose history matters.
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const machine::Symmetry& symmetry() const { return explorer_.symmetry(); }

  // Unsafe states; few of them.
  [[nodiscard]] std::size_t hits() const { return hits_.size(); }
  // An execution of the model's own machine that ends in such a state; whoever says UNSAFE replays it first. Nothing: there is none for the
  // values that open cells got.
  [[nodiscard]] std::optional<Trace> hit(std::size_t number);

 private:
  struct Hit {
    StateNumber state = 0;
    const machine::Target* target = nullptr;
    std::vector<machine::Write> given;
  };
  static constexpr std::size_t most_hits = 16;

  GuessInstance(const Context& context, std::uint32_t variables, const machine::Roster& roster, const machine::ExploreLimits& limits);
  void run(std::uint64_t checkpoint);
  [[nodiscard]] machine::Explorer::Follow visit(StateNumber number, const machine::State& state);
  [[nodiscard]] bool within_window(const machine::State& state) const;
  [[nodiscard]] std::int16_t actor(const machine::Step& step) const;
  // An execution under SC is one of the model's own machine if every buffered write is committed at once: adds those commits. False: it is
  // none, or passes through a state that a trusted invariant excludes.
  [[nodiscard]] bool run_on_own_machine(Trace& trace);

  const Context& context_;
  Budget unlimited_;  // where the arena has none
  std::uint32_t variables_;
  machine::Instance instance_;
  machine::Explorer explorer_;
  std::vector<machine::Target> invariants_, unsafes_;
  std::vector<Location> numbers_;  // locations that hold numbers
  std::vector<Edge> edges_;
  std::vector<Hit> hits_;
  bool given_up_ = false;  // at the checkpoint
};

}  // namespace parapet::search
