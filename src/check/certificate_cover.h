// Whether the union of the cubes of a certificate contains a cube, by the definition of covering: every injection of processes, every map
// of open reads, and a query to the solver.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check/counting.h"
#include "check/row_cover.h"
#include "check/store_buffers.h"
#include "result/certificate.h"
#include "smt/solver.h"

namespace parapet::check {

// A solver whose queries include what a certificate claims of values: each cell of an enumeration holds one of the values in the set of its
// symbol, each number lies in the interval of its symbol.
class BoundedSolver {
 public:
  // Of the certificate, `narrowed` and `intervals` are used.
  BoundedSolver(const le::System& system, TermArena& arena, smt::Solver& solver, const Certificate& claims)
      : arena_(arena), solver_(solver), claims_(claims), counts_(system, arena, claims) {}

  // The formulas speak of z0 .. z(variables-1), whether or not these occur.
  [[nodiscard]] smt::Answer check(const std::vector<TermId>& formulas, std::uint64_t cube, std::string_view transition,
                                  std::uint32_t variables = 0);
  // The same, of an initial state.
  [[nodiscard]] smt::Answer check_init(const std::vector<TermId>& formulas, std::uint64_t cube, std::uint32_t variables);
  // The set of values that the leaf can have; all bits set if nothing is known.
  [[nodiscard]] std::uint64_t possible(TermId leaf) const;
  [[nodiscard]] std::uint64_t queries() const { return queries_; }
  [[nodiscard]] smt::Solver& raw() { return solver_; }

 private:
  [[nodiscard]] smt::Answer ask(const std::vector<TermId>& formulas, const std::vector<TermId>& facts, std::uint64_t cube,
                                std::string_view transition);

  TermArena& arena_;
  smt::Solver& solver_;
  const Certificate& claims_;
  CountDefinition counts_;
  std::uint64_t queries_ = 0;
};

// Of a cube F that is to cover G: the images of its variables among those of G, and of its open reads among those of G.
struct CoverInstance {
  std::size_t cube = 0;  // number of F
  std::vector<std::uint32_t> processes;
  std::vector<std::uint32_t> reads;  // or `now`; then of its entries, in the order of its buffers, or of its slots and explored writes
};

class CertificateCover {
 public:
  // `events`: the cubes come from the event engine.
  // `buffers` is given if the cubes speak of a store buffer per location.
  CertificateCover(TermArena& arena, BoundedSolver& solver, const std::vector<Cube>& cubes, bool events,
                   const StoreBuffers* buffers = nullptr);

  // Unsat: `cube` is covered; Sat: it is not. The cube with number `first` is tried first; `transition` names the query in the log.
  // With store buffers, what is asked is whether the states of the machine in the cube are covered (StoreBuffers::facts).
  [[nodiscard]] smt::Answer uncovered(const Cube& cube, std::size_t first, std::string_view transition);
  // The instances that the last answer rests on: if it was Unsat, the cube is contained in their union.
  [[nodiscard]] const std::vector<CoverInstance>& used() const { return used_; }

 private:
  [[nodiscard]] smt::Answer attempt(const Cube& cube, std::size_t first, std::string_view transition);
  enum class Known : std::uint8_t { True, False, Open };

  // A literal of a cube with the variables that its renamings depend on.
  struct Literal {
    TermId term;
    std::vector<std::uint32_t> variables;  // increasing
    bool reads = false;                    // it has open reads
    std::uint32_t row = none;              // its row in `renamings_`; none: its renamings are not stored
  };
  struct Item {
    Literal reader;  // the term is invalid if the item has no reader
    Literal location;
  };
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t images = 16;  // renamings to variables below this number are stored

  [[nodiscard]] Literal prepared(TermId term);
  void learn(const Cube& cube);
  [[nodiscard]] Known known(TermId literal);
  [[nodiscard]] Known find_out(TermId literal) const;
  bool each_injection(std::size_t number);
  bool each_read_map(std::size_t number, const RowCover* rows);
  bool each_entry_map(std::size_t number, std::size_t buffer, std::size_t entry, std::size_t from);
  [[nodiscard]] bool fits(const DelayedBuffer& buffer, const DelayedBuffer* target);
  bool add_instance(std::size_t number);
  [[nodiscard]] bool has_items(std::size_t number, std::size_t read);
  [[nodiscard]] bool is_empty(TermId process, TermId cell);
  [[nodiscard]] bool is_known_now(TermId reader, TermId cell);
  [[nodiscard]] TermId seen_now(TermId reader, TermId cell) const;
  [[nodiscard]] bool allowed(const Cube& f);
  [[nodiscard]] bool allowed(const OpenReads::List& list);
  [[nodiscard]] TermId renamed(TermId term);
  [[nodiscard]] TermId renamed(const Literal& literal);

  TermArena& arena_;
  BoundedSolver& solver_;
  const std::vector<Cube>& cubes_;
  const bool events_;
  const StoreBuffers* const buffers_;
  std::vector<std::vector<Literal>> literals_;         // by cube
  std::vector<std::vector<std::vector<Item>>> items_;  // by cube and open read
  // By cube and variable: the literals without open reads whose processes are all mapped once this variable is.
  std::vector<std::vector<std::vector<const Literal*>>> complete_;
  std::unordered_map<std::uint32_t, std::uint32_t> rows_;  // by term, of at most two variables and without open reads
  std::vector<TermId> renamings_;                          // by row and images of its two variables; invalid: not computed
  // About the cube G that is to be covered.
  const Cube* g_ = nullptr;
  bool contradictory_ = false;
  std::unordered_set<std::uint32_t> facts_;
  std::unordered_map<std::uint32_t, std::uint64_t> sets_;  // by term: the values that the Member literals of G leave
  // By term: whether G decides it; valid for the cube with this number only.
  struct Memo {
    std::uint32_t cube = 0;
    Known known = Known::Open;
  };
  std::vector<Memo> memo_;
  std::uint32_t current_ = 0;
  std::vector<TermId> clauses_;
  std::vector<CoverInstance> used_;  // by clause
  // The instance that is being built: the images of processes and of open reads.
  std::vector<std::uint32_t> image_, reads_;
  // Conditions of the instance beside its literals, negated: that some buffers of G are not empty.
  std::vector<TermId> unless_;
  bool thorough_ = false;  // such conditions are allowed
};

}  // namespace parapet::check
