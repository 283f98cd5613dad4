// The native engine as a Solver, with unsat cores.
#pragma once

#include <memory>

#include "smt/native/engine.h"
#include "smt/solver.h"

namespace parapet::smt::native {

class NativeSolver final : public Solver {
 public:
  explicit NativeSolver(const TermArena& arena) : arena_(arena), engine_(arena) {}

  [[nodiscard]] std::string_view name() const override { return "native"; }
  [[nodiscard]] std::string reason() const override { return std::string(engine_.why_not()); }
  [[nodiscard]] const std::vector<TermId>& formulas() const { return engine_.formulas(); }

 private:
  void do_push() override { engine_.push(); }
  void do_pop() override { engine_.pop(); }
  void do_add(TermId formula) override { engine_.add(formula); }
  Answer do_check(const Query& /*query*/) override { return engine_.check(); }
  Value do_value(TermId term) override { return engine_.value(term); }
  std::vector<TermId> do_core() override;

  const TermArena& arena_;
  Engine engine_;
  std::unique_ptr<Engine> second_;  // checks subsets of the formulas while a core is computed
};

}  // namespace parapet::smt::native
