// Delays: which weak writes can wait in a store buffer of their own location, and where their process can be meanwhile (for memory models
// with a buffer per location). Both are over-approximations; without them every write may wait everywhere.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "logic/term.h"

namespace parapet::le {

struct System;

struct DelayOptions {
  bool may = true;    // leave out writes whose delay nobody can notice
  bool hold = true;   // local states in which a write can be delayed
  bool views = true;  // what a process sees of its own weak cells is part of its local state
};

class Delays {
 public:
  // A cell as one process sees it.
  enum class Kind : std::uint8_t { Variable, Own, Other };
  // A delayed write that a process is to have in its buffers: its cell, and the values that it may have.
  struct Demand {
    TermId cell;
    std::uint64_t values = ~std::uint64_t{0};
  };
  // The values that a cell of the process may have, by name; of a weak name: those that the process sees.
  using Allowed = std::function<std::uint64_t(SymbolId)>;

  Delays() = default;  // nothing is known
  // Actors, owners and kinds of firings must be known.
  Delays(const System& system, TermArena& arena, const DelayOptions& options);

  // The write of `cell` by this transition may be delayed, if `process` fires it.
  [[nodiscard]] bool may_delay(const TermArena& arena, std::uint32_t transition, TermId process, TermId cell) const;
  // A write of the process to the cell may be delayed at some time.
  [[nodiscard]] bool may_wait(const TermArena& arena, TermId process, TermId cell) const;
  // The transition may be late: a wfence() of its process, of the firing itself or an earlier one, may still wait when it executes.
  [[nodiscard]] bool may_be_late(std::uint32_t transition) const { return transition < late_.size() && late_[transition]; }
  [[nodiscard]] bool any_late() const { return std::find(late_.begin(), late_.end(), true) != late_.end(); }
  // The process may have all these writes in its buffers while its own cells have values that are allowed.
  [[nodiscard]] bool may_hold(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed) const;
  // Where the process has these writes in its buffers: by name of a cell of its own, the values that the cell can have.
  [[nodiscard]] std::vector<std::pair<SymbolId, std::uint64_t>> while_held(const TermArena& arena, TermId process,
                                                                           std::span<const Demand> demands, const Allowed& allowed) const;

 private:
  friend class DelayAnalysis;
  using Place = std::tuple<std::uint32_t, std::uint32_t, Kind>;  // class of processes, symbol, kind of cell
  // The reachable local states of a class of processes: one process that a constant names, or all that none does.
  struct Class {
    std::vector<SymbolId> names;                    // own cells
    std::vector<std::vector<std::uint8_t>> states;  // their values
  };
  template <class Visit>
  bool any_state(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed, const Visit& visit) const;
  [[nodiscard]] std::uint32_t class_of(const TermArena& arena, TermId process) const;
  [[nodiscard]] static Kind kind_of(const TermArena& arena, TermId process, TermId cell);

  bool known_ = false;
  bool may_ = true, hold_ = true;
  std::vector<std::uint32_t> constants_;  // class k + 1 is #constants_[k]; class 0 are the others
  std::vector<Class> classes_;
  std::vector<bool> late_;                                   // by transition
  std::map<Place, std::vector<std::uint64_t>> held_;         // by local state: the values of writes that can be delayed there
  std::map<std::pair<std::uint32_t, Place>, bool> delayed_;  // by transition: its writes
};

}  // namespace parapet::le
