// The events of an execution by their definition: unsafe states, and what lies before a cube of the event engine by one firing. Slow and
// plain on purpose, as check/reference.h is for the timeline.
#pragma once

#include <cstdint>
#include <vector>

#include "check/reference.h"

namespace parapet::check {

class EventReference {
 public:
  EventReference(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {}

  // The executions after which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::UnsafeCube>& all, const VisitCube& visit);

  // The executions that one more firing of a transition brings into the cube: one cube per choice of processes, of branches and of the
  // pending reads that take what it writes, without those whose events cannot be ordered.
  void before(const CertificateCube& cube, std::uint32_t transition, const VisitCube& visit);

 private:
  struct Firing;

  [[nodiscard]] bool is_weak(SymbolId symbol) const { return arena_.signature()[symbol].weak; }
  [[nodiscard]] bool is_tracked(SymbolId symbol) const { return is_weak(symbol) || system_.shared[symbol.index()]; }
  [[nodiscard]] TermId as_read(TermId actor, std::uint32_t read, TermId cell);
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
};

}  // namespace parapet::check
