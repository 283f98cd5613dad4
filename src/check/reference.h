// The timeline machine by its definition: initial states, unsafe states, and what lies before a cube by one firing. Slow and plain on
// purpose: it is what the search is checked against, and shares nothing with it but terms and the translated system.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// Calls visit(leaf) for every Cell, Read and Fresh of a term or formula (not for the location inside a read).
template <class Visit>
void each_leaf(const TermArena& arena, TermId term, Visit&& visit) {
  const Op op = arena.op(term);
  if (op == Op::Cell || op == Op::Read || op == Op::Fresh) {
    visit(term);
    return;
  }
  for (const TermId arg : arena.args(term)) each_leaf(arena, arg, visit);
}

class Reference {
 public:
  // Literals of the cubes it gives may be formulas. False: no more of them are wanted.
  using Visit = std::function<bool(const CertificateCube&)>;

  Reference(const le::System& system, TermArena& arena) : system_(system), arena_(arena) {}

  // Init on z0 .. z(variables-1) and the constants of the model (on one process, if there are none of both).
  [[nodiscard]] std::vector<TermId> init(std::uint32_t variables);

  // The states in which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::Bad>& all, const Visit& visit);

  // The states from which one firing of a transition leads into the cube: one cube per choice of processes, of closed nodes and of
  // branches.
  void before(const CertificateCube& cube, std::uint32_t transition, const Visit& visit);

 private:
  struct Firing;
  struct Case {
    TermId condition;
    le::Branch::Kind kind = le::Branch::Kind::Keep;
    TermId value;
  };
  struct Written {
    TermId cell;
    std::vector<Case> cases;  // conditions exclude each other and one holds
    std::size_t chosen = 0;
  };

  [[nodiscard]] bool fits(std::uint32_t variables) const;
  bool choose_processes(Firing& firing);
  bool choose_closed(Firing& firing, std::size_t list);
  bool choose_branches(Firing& firing, std::size_t k);
  bool fire(Firing& firing);
  [[nodiscard]] TermId close(const Firing& firing, TermId literal);
  [[nodiscard]] TermId taken_cell(const Firing& firing, TermId leaf) const;
  [[nodiscard]] std::optional<std::vector<Case>> new_value(const Firing& firing, TermId cell);
  [[nodiscard]] TermId instantiate(const Firing& firing, TermId term, const std::vector<le::Variable>& bound,
                                   const std::vector<TermId>& values);
  void add_universal(const Firing& firing, const le::Universal& universal, std::vector<TermId>& out);
  [[nodiscard]] CertificateCube predecessor(const Firing& firing);
  [[nodiscard]] OpenReads open_before(const Firing& firing) const;
  void fill_items(CertificateCube& cube) const;

  const le::System& system_;
  TermArena& arena_;
};

}  // namespace parapet::check
