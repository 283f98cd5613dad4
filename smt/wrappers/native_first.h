// The native procedure first, and a second solver for queries outside its fragment. The second solver is created only when it is needed; if
// that fails, the answer is Unknown.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "smt/native/engine.h"
#include "smt/solver.h"

namespace parapet::smt {

class NativeFirst final : public Solver {
 public:
  using MakeSecond = std::function<std::unique_ptr<Solver>()>;

  // Without make_second the answer to queries outside the fragment is Unknown.
  NativeFirst(const TermArena& arena, SolverStatistics& statistics, MakeSecond make_second);

  [[nodiscard]] std::string_view name() const override { return make_second_ ? "auto" : "native"; }
  [[nodiscard]] std::string reason() const override;
  [[nodiscard]] std::string_view answered_by() const override { return asked_second_ ? second_->answered_by() : native_.name(); }

 private:
  void do_push() override;
  void do_pop() override;
  void do_add(TermId formula) override;
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override;
  std::vector<TermId> do_core() override;
  void leave_second();

  native::NativeSolver native_;
  SolverStatistics& statistics_;
  MakeSecond make_second_;
  std::unique_ptr<Solver> second_;
  std::string no_second_;      // why the second solver could not be created
  bool asked_second_ = false;  // the second solver has the current query, inside a push
};

}  // namespace parapet::smt
