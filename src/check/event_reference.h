// The reference semantics of cubes of the event engine: start cubes, and the predecessors of a cube by one firing, computed from the
// definition of ghb. It is deliberately simple and slow, as check/reference.h is for the timeline engine.
#pragma once

#include <cstdint>
#include <vector>

#include "check/event_order.h"
#include "check/reference.h"

namespace parapet::check {

class EventReference {
 public:
  EventReference(const le::System& system, TermArena& arena)
      : system_(system), arena_(arena), chosen_(system.model.writes_apart()), counts_(system, arena, nothing_) {}

  // The executions after which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit);

  // The predecessors of the cube by a firing of the transition: one cube per choice of processes, of branches, of the places of writes in
  // co, and of the items that read from the firing, without those whose ghb has a cycle.
  void before(const Cube& cube, std::uint32_t transition, const VisitCube& visit);

  // As of Reference.
  void ask_everybody() { exact_guards_ = true; }

  // During a visit: the processes of the parameters of the formula or transition.
  [[nodiscard]] const std::vector<TermId>& parameters() const { return parameters_; }
  // Where co is chosen, of the transition: its writes, in the order of their slots, with their places in their chains and the pending reads
  // that read from them.
  struct Made {
    TermId cell;
    std::size_t position = 0;
    std::vector<std::uint32_t> readers = {};
  };
  [[nodiscard]] const std::vector<Made>& made() const { return made_; }

 private:
  struct Firing;

  [[nodiscard]] bool is_weak(SymbolId symbol) const { return arena_.signature()[symbol].weak; }
  [[nodiscard]] bool is_tracked(SymbolId symbol) const { return is_weak(symbol) || system_.shared[symbol.index()]; }
  void find_items(Firing& firing) const;
  void find_accesses(Firing& firing);
  void note_reads(Firing& firing, TermId term) const;
  [[nodiscard]] bool writes_all_beyond(Firing& firing, SymbolId symbol);
  bool choose_branches(Firing& firing, std::size_t k);
  bool choose_places(Firing& firing, std::size_t k);
  bool choose_ways(Firing& firing, std::size_t k, std::size_t item);
  [[nodiscard]] std::vector<Way> ways(const Firing& firing, const PlacedWrite& placed, std::size_t item) const;
  [[nodiscard]] std::vector<Way> chosen_ways(const Firing& firing, const PlacedWrite& placed, std::size_t item) const;
  bool finish(Firing& firing);
  // False: the events have a cycle.
  [[nodiscard]] bool add_order(const Firing& firing, PendingOrder& order);
  void add_literals(const Firing& firing, std::vector<TermId>& literals);

  // Where co is chosen.
  void add_sought(const Firing& firing, Cube& before) const;
  bool choose_early(const Firing& firing, Cube& before, std::size_t item);
  [[nodiscard]] bool may_be_early(const Firing& firing, const PendingOrder::Item& item) const;
  [[nodiscard]] bool may_follow(const PendingOrder& order, TermId process, const PendingOrder::Write& write) const;
  [[nodiscard]] bool has_writer(const Firing& firing, const PendingOrder& order, TermId cell, TermId except,
                                const PendingOrder::Write* after) const;
  [[nodiscard]] bool may_delay(std::uint32_t transition, TermId process, TermId cell) const;
  [[nodiscard]] bool may_buffer(TermId process, TermId cell) const;

  const le::System& system_;
  TermArena& arena_;
  const bool chosen_;  // the order of the writes of a location does not follow the firings
  const Certificate nothing_{};
  CountDefinition counts_;  // of the plain state, which changes firing by firing
  bool exact_guards_ = false;
  std::vector<TermId> parameters_;
  std::vector<Made> made_;
};

}  // namespace parapet::check
