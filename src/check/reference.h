// The timeline machine by its definition: initial states, unsafe states, and what lies before a cube by one firing. Slow and plain on
// purpose: it is what the search is checked against, and shares nothing with it but terms and the translated system.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "check/firing_instance.h"
#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Literals of the cubes may be formulas. False: no more of them are wanted.
using VisitCube = std::function<bool(const CertificateCube&)>;

// The Read terms in the cube's literals become items of their open reads, which are there.
void fill_items(const TermArena& arena, CertificateCube& cube);

// A number from which on no Fresh term of these literals has one.
[[nodiscard]] std::uint32_t unused_fresh(const TermArena& arena, const std::vector<TermId>& literals);

// Init on z0 .. z(variables-1) and the constants of the model (on one process, if there are none of both).
[[nodiscard]] std::vector<TermId> init_formulas(const le::System& system, TermArena& arena, std::uint32_t variables);

class Reference {
 public:
  using Visit = VisitCube;

  Reference(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {}

  // The states in which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::UnsafeCube>& all, const Visit& visit);

  // The states from which one firing of a transition leads into the cube: one cube per choice of processes, of closed reads and of
  // branches.
  void before(const CertificateCube& cube, std::uint32_t transition, const Visit& visit);

 private:
  struct Firing;

  bool choose_closed(Firing& firing, std::size_t list);
  bool choose_branches(Firing& firing, std::size_t k);
  bool fire(Firing& firing);
  [[nodiscard]] TermId close(const Firing& firing, TermId literal);
  [[nodiscard]] TermId as_read(const FiringInstance& instance, std::uint32_t own_read, TermId cell);
  [[nodiscard]] TermId taken_cell(const Firing& firing, TermId leaf) const;
  [[nodiscard]] CertificateCube predecessor(Firing& firing);
  [[nodiscard]] OpenReads open_before(const Firing& firing) const;

  const le::System& system_;
  TermArena& arena_;
};

}  // namespace parapet::check
