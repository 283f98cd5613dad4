// Whether the union of some cubes contains a cube, by the definition: every injection of processes, every map of nodes, and the solver.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

// Asks with what enumerated cells can hold: the solver knows their sorts only.
class BoundedSolver {
 public:
  // `narrowed`: by symbol (Certificate::narrowed).
  BoundedSolver(TermArena& arena, smt::Solver& solver, const std::vector<std::uint64_t>& narrowed)
      : arena_(arena), solver_(solver), narrowed_(narrowed) {}

  [[nodiscard]] smt::Answer check(const std::vector<TermId>& formulas, std::uint64_t cube, std::string_view transition);
  // Every bit set where nothing is known.
  [[nodiscard]] std::uint64_t possible(TermId leaf) const;
  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] smt::Solver& raw() { return solver_; }

 private:
  TermArena& arena_;
  smt::Solver& solver_;
  const std::vector<std::uint64_t>& narrowed_;
  std::uint64_t queries_ = 0;
};

class Cover {
 public:
  Cover(TermArena& arena, BoundedSolver& solver, const std::vector<CertificateCube>& cubes);

  // Unsat: `cube` is covered; Sat: it is not. `first` is the number of the cube to try first; `transition` says what is asked about.
  [[nodiscard]] smt::Answer uncovered(const CertificateCube& cube, std::size_t first, std::string_view transition);

 private:
  enum class Known : std::uint8_t { True, False, Open };

  void learn(const CertificateCube& cube);
  [[nodiscard]] Known known(TermId literal) const;
  [[nodiscard]] int last_variable(TermId term) const;
  bool each_injection(std::size_t number);
  bool each_node_map(const CertificateCube& f);
  bool add_instance(const CertificateCube& f);
  [[nodiscard]] bool has_items(const CertificateCube& f, std::size_t node);
  [[nodiscard]] bool allowed(const CertificateCube& f);
  [[nodiscard]] bool allowed(const OpenReads::List& list);
  [[nodiscard]] TermId renamed(TermId term);

  TermArena& arena_;
  BoundedSolver& solver_;
  const std::vector<CertificateCube>& cubes_;
  // By cube and variable: the literals without open reads whose processes are all mapped once this variable is.
  std::vector<std::vector<std::vector<TermId>>> complete_;
  // Of the cube in question.
  const CertificateCube* g_ = nullptr;
  bool contradictory_ = false;
  std::unordered_set<std::uint32_t> facts_;
  std::unordered_map<std::uint32_t, std::uint64_t> sets_;  // by term: what its Member atoms leave
  std::vector<TermId> clauses_;
  // Of the instance in question.
  std::vector<std::uint32_t> image_, nodes_;
};

}  // namespace parapet::check
