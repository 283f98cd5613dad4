// Asks several solvers every query. The first one's answer, models and cores count; an answer that contradicts it is an internal error.
//
// An answer counts as confirmed if two different solvers gave it: one that gives up confirms nothing, and neither does the same solver
// asked twice (z3 by name, and z3 behind our own procedure). Answers that were not confirmed are counted. Where every solver gave up there
// is no answer to confirm: whoever asked takes it for "maybe".
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "smt/factory.h"
#include "smt/smtlib_print.h"
#include "smt/solver.h"

namespace parapet::smt {

class CrossCheck final : public Solver {
 public:
  // At least one solver. A query with a disagreement is saved in `directory`; unconfirmed answers are counted in `statistics`.
  CrossCheck(const TermArena& arena, std::vector<std::unique_ptr<Solver>> solvers, std::filesystem::path directory,
             SolverStatistics& statistics);

  [[nodiscard]] std::string_view name() const override { return "cross-check"; }
  [[nodiscard]] std::string reason() const override { return solvers_[decided_]->reason(); }
  [[nodiscard]] std::string_view answered_by() const override { return solvers_[decided_]->answered_by(); }

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
  std::size_t decided_ = 0;  // the first that said Sat or Unsat
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
};

}  // namespace parapet::smt
