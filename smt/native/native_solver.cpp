// Cores by deletion: formulas are left out, half of them at a time and then fewer, as long as the rest is unsatisfiable. The result is
// minimal, since each formula was found necessary for a superset of the result, except that NotMine counts as necessary. A core costs some
// checks of microseconds when it is asked for; the search itself needs no bookkeeping of conflicts.
#include "smt/native/native_solver.h"

#include <algorithm>

namespace parapet::smt::native {

std::vector<TermId> NativeSolver::do_core() {
  if (!second_) second_ = std::make_unique<Engine>(arena_);
  std::vector<TermId> core = engine_.formulas();
  std::vector<TermId> without;
  for (std::size_t step = std::max<std::size_t>(core.size() / 2, 1);; step /= 2) {
    for (std::size_t at = 0; at < core.size();) {
      const std::size_t end = std::min(at + step, core.size());
      without.assign(core.begin(), core.begin() + static_cast<std::ptrdiff_t>(at));
      without.insert(without.end(), core.begin() + static_cast<std::ptrdiff_t>(end), core.end());
      second_->push();
      for (const TermId formula : without) second_->add(formula);
      const bool enough = second_->check() == Answer::Unsat;
      second_->pop();
      if (enough) {
        core = without;
      } else {
        at = end;
      }
    }
    if (step == 1) return core;
  }
}

}  // namespace parapet::smt::native
