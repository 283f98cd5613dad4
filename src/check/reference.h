// The reference semantics of cubes of the timeline engine: initial states, start cubes, and the predecessors of a cube by one firing,
// computed from the definition of the machine. It is deliberately simple and slow: the search is checked against it, and it shares only
// terms and the translated system with the search.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "check/counting.h"
#include "check/firing_instance.h"
#include "le/system.h"
#include "result/certificate.h"

namespace parapet::check {

// The literals of a visited cube may be arbitrary formulas. Returns whether the enumeration goes on.
using VisitCube = std::function<bool(const Cube&)>;

// Adds those of `more` that are not among the literals.
void add_missing(const std::vector<TermId>& more, std::vector<TermId>& literals);

// Adds the Read terms in the literals of the cube to the items of their open reads, which must exist.
void fill_items(const TermArena& arena, Cube& cube);

// A number that is greater than that of every Fresh term of these literals.
[[nodiscard]] std::uint32_t unused_fresh(const TermArena& arena, const std::vector<TermId>& literals);

// The clauses of init for z0 .. z(variables-1) and the constants of the model; for one process if there are neither.
[[nodiscard]] std::vector<TermId> init_formulas(const le::System& system, TermArena& arena, std::uint32_t variables);

class Reference {
 public:
  using Visit = VisitCube;

  Reference(const le::System& system, TermArena& arena) : system_(system), arena_(arena), counts_(system, arena, nothing_) {}

  // The states in which some formula of `all` holds: one cube per formula and way to map its parameters.
  void start(const std::vector<le::UnsafeCube>& all, const Visit& visit);

  // The states from which one firing of the transition leads into the cube: one cube per choice of processes, of closed reads and of
  // branches.
  void before(const Cube& cube, std::uint32_t transition, const Visit& visit);

  // Universal guards are asked of all processes where counts can say that (CountDefinition::add_guard), not of those at hand only.
  void ask_everybody() { exact_guards_ = true; }

  // During a visit of `before`: the cube, which has at least the literals of the visited one, with one process more and the instances of the
  // universal guards with it.
  [[nodiscard]] Cube with_new_process(Cube before);

  // During a visit: the processes of the parameters of the formula or transition.
  [[nodiscard]] const std::vector<TermId>& parameters() const { return parameters_; }

 private:
  struct Firing;

  void tie_everybody(Cube& cube, std::uint32_t variables);
  bool choose_closed(Firing& firing, std::size_t list);
  bool choose_branches(Firing& firing, std::size_t k);
  bool fire(Firing& firing);
  [[nodiscard]] TermId close(const Firing& firing, TermId literal);
  [[nodiscard]] TermId as_read(const FiringInstance& instance, std::uint32_t own_read, TermId cell);
  [[nodiscard]] TermId taken_cell(const Firing& firing, TermId leaf) const;
  [[nodiscard]] Cube predecessor(Firing& firing);
  [[nodiscard]] OpenReads open_before(const Firing& firing) const;

  const le::System& system_;
  TermArena& arena_;
  const Certificate nothing_{};  // claims are for facts, which are not asked for here
  CountDefinition counts_;
  bool exact_guards_ = false;
  std::vector<TermId> parameters_;
  const Firing* fired_ = nullptr;  // during a visit of `before`
};

}  // namespace parapet::check
