// Creates solvers by name, with their wrappers (query dump, cross-check, statistics).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "smt/smtlib_print.h"
#include "smt/solver.h"

namespace parapet::smt {

[[nodiscard]] std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics);

// "4.8.12", or why the library cannot be used. Opens the library.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cvc5_version();

// Cross-check: every query is answered by several solvers. The answer, model and core of the first solver that decides are used; an answer
// that contradicts it is an internal error.
//
// An answer is confirmed if two different solvers gave it. A solver that gives up confirms nothing, nor does the same solver asked twice
// (z3 by name, and z3 after the native procedure). Unconfirmed answers are counted. If every solver gave up there is no answer to confirm:
// the caller treats it as "maybe".
class CrossCheck final : public Solver {
 public:
  // There must be at least one solver. A query with a disagreement is saved in `directory`; unconfirmed answers are counted in
  // `statistics`.
  CrossCheck(const TermArena& arena, std::vector<std::unique_ptr<Solver>> solvers, std::filesystem::path directory,
             SolverStatistics& statistics);

  [[nodiscard]] std::string_view name() const override { return "cross-check"; }
  [[nodiscard]] std::string reason() const override { return solvers_[decided_]->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return solvers_[decided_]->answered_by(); }
  [[nodiscard]] bool decides_all() const override { return solvers_[0]->decides_all(); }

 private:
  void do_push() override;
  void do_pop() override;
  void do_add(TermId formula) override;
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override { return solvers_[decided_]->value(term); }
  std::vector<TermId> do_core() override { return solvers_[decided_]->core(); }
  [[noreturn]] void disagree(const Query& query, const std::vector<Answer>& answers);
  void count_unconfirmed(const Query& query, const std::vector<Answer>& answers);

  SmtlibPrinter printer_;
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::filesystem::path directory_;
  SolverStatistics& statistics_;
  std::size_t decided_ = 0;  // the first solver that answered Sat or Unsat
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

}  // namespace parapet::smt
