// Whether the union of some cubes contains a cube, by the definition: every injection of processes, every map of open reads, and the
// solver.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/row_cover.h"
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

class CertificateCover {
 public:
  // `events`: the cubes are of the event engine.
  CertificateCover(TermArena& arena, BoundedSolver& solver, const std::vector<CertificateCube>& cubes, bool events);

  // Unsat: `cube` is covered; Sat: it is not. `first` is the number of the cube to try first; `transition` says what is asked about.
  [[nodiscard]] smt::Answer uncovered(const CertificateCube& cube, std::size_t first, std::string_view transition);

 private:
  enum class Known : std::uint8_t { True, False, Open };

  // A literal of a cube, with what its renamed forms depend on.
  struct Literal {
    TermId term;
    std::vector<std::uint32_t> variables;  // increasing
    bool reads = false;                    // it has open reads
    std::uint32_t row = none;              // of `renamings_`; none: not kept
  };
  struct Item {
    Literal reader;  // its term is invalid if there is none
    Literal location;
  };
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t images = 16;  // renamings to variables below this are kept

  [[nodiscard]] Literal prepared(TermId term);
  void learn(const CertificateCube& cube);
  [[nodiscard]] Known known(TermId literal);
  [[nodiscard]] Known find_out(TermId literal) const;
  bool each_injection(std::size_t number);
  bool each_read_map(std::size_t number, const RowCover* rows);
  bool add_instance(std::size_t number);
  [[nodiscard]] bool has_items(std::size_t number, std::size_t read);
  [[nodiscard]] bool allowed(const CertificateCube& f);
  [[nodiscard]] bool allowed(const OpenReads::List& list);
  [[nodiscard]] TermId renamed(TermId term);
  [[nodiscard]] TermId renamed(const Literal& literal);

  TermArena& arena_;
  BoundedSolver& solver_;
  const std::vector<CertificateCube>& cubes_;
  const bool events_;
  std::vector<std::vector<Literal>> literals_;         // by cube
  std::vector<std::vector<std::vector<Item>>> items_;  // by cube and open read
  // By cube and variable: the literals without open reads whose processes are all mapped once this variable is.
  std::vector<std::vector<std::vector<const Literal*>>> complete_;
  std::unordered_map<std::uint32_t, std::uint32_t> rows_;  // by term, of at most two variables and without open reads
  std::vector<TermId> renamings_;                          // by row, image of the first and of the second variable; invalid: not yet made
  // Of the cube in question.
  const CertificateCube* g_ = nullptr;
  bool contradictory_ = false;
  std::unordered_set<std::uint32_t> facts_;
  std::unordered_map<std::uint32_t, std::uint64_t> sets_;  // by term: what its Member atoms leave
  // By term: what was found out about it, and for which cube.
  struct Memo {
    std::uint32_t cube = 0;
    Known known = Known::Open;
  };
  std::vector<Memo> memo_;
  std::uint32_t current_ = 0;
  std::vector<TermId> clauses_;
  // Of the instance in question.
  std::vector<std::uint32_t> image_, reads_;
};

}  // namespace parapet::check
