// The weak part of a machine as SMT-LIB 2 text: what processes see of weak locations, and what a firing does to it. There is one machine
// for the cubes of each engine; each .cpp begins with its definition.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "check/firing_text.h"
#include "check/state_text.h"
#include "result/certificate.h"

namespace parapet::check {

class WeakText {
 public:
  explicit WeakText(StateText& states) : states_(states) {}
  virtual ~WeakText() = default;
  WeakText(const WeakText&) = delete;
  WeakText& operator=(const WeakText&) = delete;

  // The functions of a state, beside its cells.
  [[nodiscard]] virtual std::string declarations() const = 0;

  // What a cube says about the times of its open reads.
  [[nodiscard]] virtual Names order(const Cube& cube, const Scope& scope) const = 0;
  // What it says about all cells of an array that have no row of their own in it: one statement about a cell with these indices. Without a
  // symbol: what it says about all processes, of the process j0.
  struct Others {
    SymbolId symbol;
    std::string statement;
  };
  [[nodiscard]] virtual std::vector<Others> others(const Cube& cube, const Scope& scope) const = 0;

  // The reads of the firing are made at a time with a name of its own, if it has one. Completes `firing.scope`, after which the updates of
  // the firing can be printed. Returns the names of the times of the firing.
  [[nodiscard]] virtual Names begin(FiringText& firing) const = 0;
  // The name of the time at which the firing read; empty: none. It is the image of the open read that the firing adds to a predecessor.
  [[nodiscard]] virtual std::string read_time(const le::Transition& transition) const = 0;
  // Where each write of a firing has a time of its own: that of its write of the cell.
  [[nodiscard]] virtual std::string write_time(SymbolId, const Names&) const { return {}; }
  // The positions that a cube has beside the times of its open reads are times, too.
  [[nodiscard]] virtual bool positions_are_times() const { return false; }
  // When the firing is possible, beside its guard. `cells`: further cells for which to say it.
  struct Cell {
    SymbolId symbol;
    Names indices;
  };
  [[nodiscard]] virtual Names possible(const FiringText& firing, const Range& range, const std::vector<Cell>& cells) const = 0;
  // The functions of the state after it; StateText::update was called before.
  [[nodiscard]] virtual std::string after(const FiringText& firing, const Range& range) = 0;

  // What holds at the time `now`, in files with an instance of a cube that has a read now.
  [[nodiscard]] virtual Names about_now(const Range&, const std::vector<Cell>&) const { return {}; }

  // What holds in initial states, beside init.
  [[nodiscard]] virtual Names initially(const Range& range) const = 0;

  // Whether the machine has a step `take`, which is no firing.
  [[nodiscard]] virtual bool takes() const { return false; }
  // The functions of the state after `take`, the statement that it is such a state, and the time before it that corresponds to a time.
  [[nodiscard]] virtual std::string after_take() { return {}; }
  [[nodiscard]] virtual Names possible_take() const { return {}; }
  [[nodiscard]] virtual std::string time_before_take(const std::string& time) const { return time; }

  // With a store buffer per location: the statement that the buffer of the process for this cell has an entry at the position.
  [[nodiscard]] virtual std::string is_entry(const std::string&, SymbolId, const Names&, const std::string&, bool) const { return "true"; }
  // What analyses of the translated system say of all states of the machine, about processes of the range; about entries of a cube that
  // were in the buffers before the step.
  [[nodiscard]] virtual Names known(const Range&) const { return {}; }
  [[nodiscard]] virtual Names known_of(const Cube&, const Scope&) const { return {}; }

  // Whether firings are followed by commits of the locations that they access. Then the following are used, for a state after a firing and
  // its commits. The process that commits the cell, for all cells over the range; the position of the entry that is committed; the functions
  // of the state into which the same commits lead from the state before the firing, with a mark of its own.
  [[nodiscard]] virtual bool commits(const FiringText&) const { return false; }
  [[nodiscard]] virtual std::string committer(SymbolId, const Names&) const { return {}; }
  [[nodiscard]] virtual Names committers(const FiringText&, const Range&) const { return {}; }
  [[nodiscard]] virtual std::string committed_entry(SymbolId, const std::string&, const Names&) const { return {}; }
  [[nodiscard]] virtual std::string newest_entry(SymbolId, const std::string&, const Names&) const { return {}; }
  [[nodiscard]] virtual std::string after_commits_only(const FiringText&) { return {}; }
  // Which commits after the firing have to be looked at if they lead into the cube: all others can be made before it.
  [[nodiscard]] virtual Names seen_commits(const Cube&, const Scope&, const FiringText&, const Range&) const { return {}; }
  // Writes of the process to the cell, up to the one at the position, are committed if the buffer has such an entry.
  struct Commit {
    SymbolId symbol;
    std::string process;
    Names cell;
    std::string position;

    friend bool operator==(const Commit&, const Commit&) = default;
  };
  // The functions, with this mark, of the state into which these commits, in this order, lead from the state before the firing.
  [[nodiscard]] virtual std::string after_chain(const std::string&, const std::vector<Commit>&) { return {}; }

  // Whether a commit is a step of its own. Then: the state after the commit of the cell of this symbol with the indices c0, c1, ... by the
  // process y, and that it changes what some open read of the cube, which is in a queue, would see.
  [[nodiscard]] virtual bool commits_alone() const { return false; }
  [[nodiscard]] virtual std::string after_commit(SymbolId, const Range&) { return {}; }
  [[nodiscard]] virtual std::string concerned(const Cube&, SymbolId, const Scope&) const { return {}; }

  // The statement that the time is one at which the process can read.
  [[nodiscard]] virtual std::string can_read(const std::string& process, const std::string& time, bool after) const = 0;
  // The statement that all that can be seen of a symbol satisfies the predicate; for the quantified form.
  [[nodiscard]] virtual Names seen_values(SymbolId symbol, const std::string& predicate, bool after) const = 0;

  // The definition of the machine, for README.
  [[nodiscard]] virtual std::string description() const = 0;

 protected:
  StateText& states_;
};

// `open_reads`: cubes or unsafe formulas have open reads.
[[nodiscard]] std::unique_ptr<WeakText> timeline_text(const le::System& system, TermArena& arena, StateText& states, bool open_reads);
[[nodiscard]] std::unique_ptr<WeakText> delayed_text(const le::System& system, TermArena& arena, StateText& states);
[[nodiscard]] std::unique_ptr<WeakText> event_text(const le::System& system, TermArena& arena, StateText& states);
[[nodiscard]] std::unique_ptr<WeakText> chain_text(const le::System& system, TermArena& arena, StateText& states);

}  // namespace parapet::check
