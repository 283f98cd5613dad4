// The reference semantics of cubes of the event engine: start cubes, and the predecessors of a cube by one firing, computed from the
// definition of ghb. It is deliberately simple and slow, as check/reference.h is for the timeline engine.
#pragma once

#include <cstdint>
#include <vector>

#include "check/reference.h"

namespace parapet::check {

class EventReference {
 public:
  EventReference(const le::System& system, TermArena& arena) : system_(system), arena_(arena), counts_(system, arena, nothing_) {}

  // The executions after which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit);

  // The predecessors of the cube by a firing of the transition: one cube per choice of processes, of branches and of the pending reads that
  // read from the firing, without those whose ghb has a cycle.
  void before(const Cube& cube, std::uint32_t transition, const VisitCube& visit);

  // As of Reference.
  void ask_everybody() { exact_guards_ = true; }

  // During a visit: the processes of the parameters of the formula or transition.
  [[nodiscard]] const std::vector<TermId>& parameters() const { return parameters_; }

 private:
  struct Firing;

  [[nodiscard]] bool is_weak(SymbolId symbol) const { return arena_.signature()[symbol].weak; }
  [[nodiscard]] bool is_tracked(SymbolId symbol) const { return is_weak(symbol) || system_.shared[symbol.index()]; }
  void find_accesses(Firing& firing);
  void note_reads(Firing& firing, TermId term) const;
  [[nodiscard]] bool writes_all_beyond(Firing& firing, SymbolId symbol);
  bool choose_branches(Firing& firing, std::size_t k);
  bool choose_readers(Firing& firing, std::uint32_t read);
  bool finish(Firing& firing);
  // False: the events have a cycle.
  [[nodiscard]] bool add_order(const Firing& firing, PendingOrder& order);
  void add_literals(const Firing& firing, std::vector<TermId>& literals);

  const le::System& system_;
  TermArena& arena_;
  const Certificate nothing_{};
  CountDefinition counts_;  // of the plain state, which changes firing by firing
  bool exact_guards_ = false;
  std::vector<TermId> parameters_;
};

}  // namespace parapet::check
