// An instance of the model whose states become views: what the machines of all memory models share (snapshot_machine.h, delay_machine.h).
//
// A state is a row of words: the cells, then what the machine adds to them.
//
// Numbers are exact, or *compressed*: within a group of related names (NameFacts) the distances between neighbouring values are cut to 2,
// constants of the text keep their values. This makes instances finite whose numbers grow for ever, and may add states that do not exist.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "machine/needs.h"
#include "machine/symmetry.h"
#include "machine/targets.h"
#include "search/guess/views/vocabulary.h"

namespace parapet::search::views {

using machine::Code;
using machine::Location;
using machine::Process;

class ViewInstance {
 public:
  using Words = machine::Words;
  using Visit = std::function<void(const Words&)>;

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
  ViewInstance(const le::System& system, const ld::MemoryModel& model, const NameFacts& names, std::uint32_t variables,
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

}  // namespace parapet::search::views
