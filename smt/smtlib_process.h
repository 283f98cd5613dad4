// A solver program that reads SMT-LIB 2 from its standard input and answers on its standard output.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "smt/child_process.h"
#include "smt/smtlib_print.h"
#include "smt/solver.h"

namespace parapet::smt {

class SmtlibProcess final : public Solver {
 public:
  // Throws SolverError if the program does not answer like a solver. `limit` is per query, 0 is no limit. `patience` is the time limit for
  // the start and for every answer other than that to (check-sat). The budget of the arena applies to all calls.
  SmtlibProcess(const TermArena& arena, std::string command, std::chrono::milliseconds limit,
                std::chrono::milliseconds patience = std::chrono::seconds(10));

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string reason() const override { return reason_; }

 private:
  struct Failure {
    std::string why;
    bool too_slow = false;
  };

  void do_push() override;
  void do_pop() override;
  void do_add(TermId formula) override;
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override;
  std::vector<TermId> do_core() override;

  void start();
  void leave_query();
  void say(std::string_view text);
  [[nodiscard]] std::string hear(std::chrono::milliseconds limit);
  [[nodiscard]] std::string hear() { return hear(patience_); }
  void demand(ChildProcess::Result result, std::chrono::milliseconds limit);
  [[nodiscard]] Answer ask();
  [[nodiscard]] std::string script();

  const TermArena& arena_;
  SmtlibPrinter printer_;
  std::string command_;
  std::string name_;
  std::chrono::milliseconds limit_, patience_;
  std::unique_ptr<ChildProcess> process_;
  std::vector<TermId> formulas_;
  std::vector<std::size_t> levels_;
  bool in_query_ = false;  // the program has the formulas, inside (push 1)
  std::string reason_;
  std::map<std::string, std::int64_t> labels_;
  static constexpr std::size_t most_failures = 20;
  std::size_t failures_ = 0;  // checks one after the other for which the program died or answered something else
};

}  // namespace parapet::smt
