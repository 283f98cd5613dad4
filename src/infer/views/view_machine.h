// An instance of the model whose states become views: what is asked of the machine of each memory model, and what these machines share
// (snapshot_machine.h, delay_machine.h).
//
// A state is a row of words: the cells, then what the machine adds to them.
//
// Numbers are exact, or *compressed*: within a group of related names (NameFacts) the distances between neighbouring values are cut to 2,
// constants of the text keep their values. This makes instances finite whose numbers grow for ever, and may add states that do not exist.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "cube/cube_terms.h"
#include "infer/views/vocabulary.h"
#include "machine/domain.h"
#include "machine/needs.h"
#include "machine/symmetry.h"

namespace parapet::search::views {

using machine::Code;
using machine::Location;
using machine::Process;

// What a term and a process of a cube are in a state, and which cell of the cube a location is.
struct InState {
  std::function<Code(TermId)> code;
  std::function<Process(TermId)> process;
  std::function<TermId(Location)> cell;
};

class ViewMachine {
 public:
  using Words = machine::Words;
  using Visit = std::function<void(const Words&)>;

  virtual ~ViewMachine() = default;
  ViewMachine(const ViewMachine&) = delete;
  ViewMachine& operator=(const ViewMachine&) = delete;

  // An open view speaks of memory as it is now, too.
  [[nodiscard]] virtual bool may_read_now() const = 0;
  // A state with a place for everything that a view may have; valid until the next call.
  [[nodiscard]] virtual const Words& laid_out(const Words& words) = 0;
  // Of a state that is laid out: the place of the cell's value as the reader has it in an open view; whether there is such a view; whether a
  // closed view of these processes has all that there is of them.
  [[nodiscard]] virtual std::size_t read_place(Process reader, Location cell) const = 0;
  [[nodiscard]] virtual bool shows_read(const Words& laid_out, Process reader, Location cell) const = 0;
  [[nodiscard]] virtual bool is_whole(const Words& laid_out, const std::vector<Process>& of) const = 0;

  [[nodiscard]] virtual Words blank() const = 0;  // all cells open, nothing else
  // Adds the open reads of a cube to a state; false: the machine has no such state.
  [[nodiscard]] virtual bool add_open(TermArena& arena, const Weak& weak, const InState& in, Words& words) const = 0;

  [[nodiscard]] virtual std::vector<Words> initial_states(std::size_t most) = 0;
  virtual void successors(const Words& words, const Visit& visit) = 0;
  // The states after a firing of the LD transition with these processes; nothing happens if it depends on an open cell.
  virtual void fire(std::uint32_t transition, const std::vector<Process>& processes, const Words& words, const Visit& visit) = 0;
  // The state with compressed numbers, renamed to the least of its renamings.
  [[nodiscard]] virtual Words canonical(const Words& words, bool compress) = 0;

  [[nodiscard]] std::size_t cells() const { return instance_.layout().size(); }
  [[nodiscard]] const machine::Layout& layout() const { return instance_.layout(); }
  [[nodiscard]] machine::Instance& instance() { return instance_; }
  [[nodiscard]] std::uint32_t variables() const { return variables_; }
  [[nodiscard]] std::uint32_t processes() const { return instance_.roster().processes; }
  // The process z(k) of a tuple of all of them; the processes that constants name come first.
  [[nodiscard]] Process unnamed(std::uint32_t k) const { return processes() - variables_ + k; }
  [[nodiscard]] bool has_numbers() const { return !number_cells_.empty(); }
  // A user invariant excludes the state.
  [[nodiscard]] bool excluded(const Words& words);
  // Attempts to fire so far; those made elsewhere for the sake of this instance count too.
  [[nodiscard]] std::uint64_t attempts() const { return attempts_; }
  void add_attempts(std::uint64_t more) { attempts_ += more; }

 protected:
  ViewMachine(const le::System& system, const ld::MemoryModel& model, const NameFacts& names, std::uint32_t variables,
              const machine::Roster& roster, Budget& budget);
  // The processes of such an instance; nothing: there is none, or it is too large.
  [[nodiscard]] static std::optional<machine::Roster> roster_of(const le::System& system, std::uint32_t variables);
  // Initial states as rows of cells. No cell in `closed` is open in them, nor is a constant, since constants distinguish the roles of
  // processes.
  [[nodiscard]] std::vector<machine::State> initial_cells(std::vector<Location> closed, std::size_t most);
  // Compresses the values of one group of numbers.
  void compress(std::size_t group, const std::vector<Code*>& values) const;

  std::uint32_t variables_;
  machine::Instance instance_;
  machine::Domains domains_;
  machine::Symmetry symmetry_;
  std::vector<machine::Target> invariants_;
  std::vector<machine::Firing> firings_;
  std::optional<machine::PossibleFirings> possible_;  // of these
  std::vector<std::vector<Location>> number_cells_;   // integers, by group
  std::vector<std::vector<Code>> anchors_;            // by entry of number_cells_
  machine::Fired fired_;
  std::uint64_t attempts_ = 0;
};

// What open views can say of the cubes of each part of memory (MemoryTraits::views).
//
// Without open views lemmas are about memory and plain cells, and invariants are inferred only where cubes have no open reads; otherwise
// nearly every obligation is a cube that views do not speak about.

// Why invariants of the system are not inferred; empty: they are.
[[nodiscard]] std::string_view why_not_inferred(OpenKind kind, const le::System& system);

// The machine that views are taken from, of `variables` processes that no constant names. Null: there is no such instance, or it is too
// large.
[[nodiscard]] std::unique_ptr<ViewMachine> make_view_machine(OpenKind kind, const le::System& system, const NameFacts& names,
                                                             std::uint32_t variables, Budget& budget);

// An open view may speak of memory as it is now.
[[nodiscard]] constexpr bool may_read_now(OpenKind kind) { return kind != OpenKind::Delayed; }
// The open reads of a cube that can be that of an open view: for snapshots those of the process, for delayed writes those of the process to
// the cell.
[[nodiscard]] std::vector<std::uint32_t> reads_of(OpenKind kind, const TermArena& arena, const Weak& weak, TermId process, TermId cell);
// The weak part of the cubes of a view of this shape.
[[nodiscard]] Weak weak_part_of(OpenKind kind, TermArena& arena, const Shape& shape);
// Views can speak about the cube: one that is not simple, and that no lemma covers, is kept as it is (an exact cube).
//   snapshots       a snapshot read of one process that the model does not name, as z0 of an open view is none. The final read u is in the
//                   lists of several processes, and a cube with several reads says in which order they were taken: no view has that
//   delayed writes  one delayed write of such a process. No view says that a buffer is empty or has nothing newer
[[nodiscard]] bool is_simple(OpenKind kind, const TermArena& arena, const Weak& weak);

}  // namespace parapet::search::views
