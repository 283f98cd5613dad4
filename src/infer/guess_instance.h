// A small instance of the model, explored on the forward machine (machine/explore.h). Invariants are guessed from its states, and its unsafe
// states may give counterexamples.
//
// It is explored under SC. Only where each location has a store buffer of its own, cubes speak of buffers, and so must the states: then it is
// explored under the model's own machine, with at most one write per process and location in the buffers.
//
// The instance only suggests candidates, so the exploration may be incomplete: numbers are restricted to a window, and open cells and
// arbitrary values take few of their values. States that a trusted invariant excludes for all values of their open cells are left out.
// A *hit* is a state that is unsafe for some values of its open cells. The execution that reaches it is a counterexample only after it was
// replayed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/narrow.h"
#include "cube/context.h"
#include "infer/vanishing.h"
#include "ld/trace.h"
#include "machine/domain.h"
#include "machine/explore.h"

namespace parapet::search {

using machine::Code;
using machine::Location;
using machine::StateNumber;

// The window of numbers.
inline constexpr Code lowest_number = -4;
inline constexpr Code highest_number = 16;

// An instance with more locations is not explored; one whose states have many more attempts to fire than this ends early.
inline constexpr std::size_t most_locations = 400;
inline constexpr std::uint64_t attempts_per_state = 1000;

struct GuessLimits {
  std::uint64_t states = 30'000;
  // When this many states are known and more than one in `most_waiting` still waits for its successors, the exploration ends.
  std::uint64_t checkpoint = UINT64_MAX;
  std::uint64_t most_waiting = 7;
};

class GuessInstance {
 public:
  // A firing leads from one state to another, up to a renaming of processes.
  struct Edge {
    StateNumber from = 0;
    StateNumber to = 0;
    std::uint16_t renaming = 0;
    std::int16_t actor = -1;  // a process of the machine; -1: no acting process
  };

  // What is explored. `vanishing`, if it is not null, in place of the program of the system; it must outlive the instance.
  struct Explored {
    const le::System& system;
    Budget* budget = nullptr;  // null: no limit
    const VanishingProgram* vanishing = nullptr;

    [[nodiscard]] const ld::Program& program() const { return vanishing != nullptr ? vanishing->program : *system.program; }
  };
  // Explores the instance with `variables` interchangeable processes and those that constants of the model name. Null: the instance has no
  // initial state, or is too large to be explored (locations, choices of processes, or values).
  [[nodiscard]] static std::unique_ptr<GuessInstance> explore(const Explored& explored, std::uint32_t variables, const GuessLimits& limits);

  [[nodiscard]] std::uint32_t variables() const { return variables_; }
  [[nodiscard]] std::size_t processes() const { return instance_.roster().processes; }
  [[nodiscard]] std::size_t states() const { return explorer_.states(); }
  // A limit ended the exploration: some known states have unknown successors.
  [[nodiscard]] bool cut() const { return explorer_.cut() || given_up_; }
  // It was ended at its checkpoint.
  [[nodiscard]] bool given_up() const { return given_up_; }
  // The values of a state, by location; open_value for open cells. With buffers, the delayed writes follow: by slot.
  [[nodiscard]] std::span<const Code> row(StateNumber state) const {
    return has_buffers() ? std::span(rows_).subspan(state * row_size_, row_size_) : explorer_.cells(state);
  }
  [[nodiscard]] bool has_numbers() const { return !numbers_.empty(); }
  [[nodiscard]] std::size_t locations() const { return instance_.layout().size(); }

  // The process of the machine for a process term; nothing if the instance has none.
  [[nodiscard]] std::optional<machine::Process> process(const TermArena& arena, TermId process) const;
  // Of a cell; with buffers, also the slot of an entry.
  [[nodiscard]] std::optional<Location> location(const TermArena& arena, TermId cell) const;
  // The states have store buffers. The slot of a process and a location is another location: its value is that of the delayed write.
  [[nodiscard]] bool has_buffers() const { return instance_.writes_apart(); }
  // The value of a slot without a delayed write.
  [[nodiscard]] Code no_write(Location slot) const { return least_value(slot) + 62; }
  // Whether the process has vanished in that state.
  [[nodiscard]] bool may_vanish() const { return explored_.vanishing != nullptr; }
  [[nodiscard]] bool has_vanished(StateNumber state, machine::Process process) const;
  [[nodiscard]] SymbolId symbol(Location location) const { return instance_.layout().symbol(location % narrow<Location>(locations())); }
  [[nodiscard]] bool is_process_valued(Location location) const {
    return instance_.is_process_valued(location % narrow<Location>(locations()));
  }
  [[nodiscard]] bool is_weak_or_shared(Location location) const;
  [[nodiscard]] const machine::Numbers& numbers() const { return instance_.numbers(); }
  // Sets of values of a location are words of bits; bit 0 is this value.
  [[nodiscard]] Code least_value(Location location) const;

  // The same states in the same order are those of every exploration of as many processes under SC: it has no store buffers, nothing was
  // left open or to choice, and no state was left out but those that a trusted invariant excludes.
  [[nodiscard]] bool is_canonical() const;
  // How many states have all their successors among the states, in the order of the states; how many states were known, and how many
  // attempts to fire had been made, when the successors of the first k of them had been computed.
  [[nodiscard]] std::size_t followed() const { return cut() ? explorer_.progress().size() - 1 : explorer_.progress().size(); }
  [[nodiscard]] machine::Explorer::Progress progress(std::size_t k) const {
    return k < explorer_.progress().size() ? explorer_.progress()[k]
                                           : machine::Explorer::Progress{explorer_.states(), explorer_.attempts()};
  }

  // Recorded only if the model has weak or shared names, whose earlier values matter (state_sets.h).
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  [[nodiscard]] const machine::Symmetry& symmetry() const { return explorer_.symmetry(); }

  // The number of hits that were kept, which is bounded.
  [[nodiscard]] std::size_t hits() const { return hits_.size(); }
  // An execution under the memory model of the program that ends in that unsafe state; it must be replayed before UNSAFE is reported.
  // Nothing: the hit is not reached with the values chosen for open cells.
  [[nodiscard]] std::optional<Trace> hit(std::size_t number);

 private:
  struct Hit {
    StateNumber state = 0;
    const machine::Target* target = nullptr;
    std::vector<machine::Write> given;
  };
  static constexpr std::size_t most_hits = 16;

  GuessInstance(const Explored& explored, std::uint32_t variables, const machine::Roster& roster, const machine::ExploreLimits& limits);
  void run(const GuessLimits& limits);
  void fill_rows();
  [[nodiscard]] machine::Explorer::Follow visit(StateNumber number, const machine::State& state);
  [[nodiscard]] bool within_window(const machine::State& state) const;
  [[nodiscard]] std::int16_t actor(const machine::Step& step) const;
  // An execution under SC is an execution of the store-buffer machine in which every write is committed at once: adds those commits. False:
  // the trace cannot be executed, or passes through a state that a trusted invariant excludes.
  [[nodiscard]] bool run_on_own_machine(Trace& trace);

  Explored explored_;
  Budget unlimited_;  // used if there is no budget
  std::uint32_t variables_;
  machine::Instance instance_;
  machine::Explorer explorer_;
  std::vector<machine::Target> invariants_, unsafes_;
  std::vector<Location> numbers_;  // locations that hold numbers
  std::vector<Edge> edges_;
  std::vector<Code> rows_;  // with buffers: by state, its cells and slots
  std::size_t row_size_ = 0;
  std::vector<Hit> hits_;
  bool given_up_ = false;
};

}  // namespace parapet::search
