// A solver library under the budget of the run: the solver runs in its own thread, and the caller waits no longer than the budget allows.
//
// Libraries check their time limits and interruptions only at some points: z3 4.8.12 and cvc5 1.0.3 both have steps of many seconds without
// such a check, mostly with large numbers. So a query that does not end soon after it was interrupted is abandoned: its thread goes on
// until the process ends and keeps everything that it needs. The caller gets BudgetExhausted. After that the process must end without
// destructors of static objects (std::_Exit), since that thread may be using them.
//
// Everything between two checks is sent together with the second one, so a check costs one exchange between the threads.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/budget.h"
#include "smt/solver.h"

namespace parapet::smt {

class Interruptible final : public Solver {
 public:
  using Make = std::function<std::unique_ptr<Solver>()>;

  // `make` is called in the new thread, and the solver is used and destroyed there too, since cvc5 keeps its terms per thread. Throws what
  // `make` throws.
  Interruptible(Budget& budget, Make make);
  ~Interruptible() override;

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string reason() const override { return reason_; }

 private:
  // What the two threads share. A task refers to nothing else, since the caller may be destroyed before the task ends.
  struct Room;
  using Task = std::function<void(Room&)>;

  void do_push() override { pending_.push_back({Step::Push, {}}); }
  void do_pop() override { pending_.push_back({Step::Pop, {}}); }
  void do_add(TermId formula) override { pending_.push_back({Step::Add, formula}); }
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override;
  std::vector<TermId> do_core() override;

  static void serve(Room& room);
  // Waits until the thread has completed the task, or for an empty task until the solver is created. Throws what the task throws, or
  // BudgetExhausted.
  void ask(Task task);
  void end();

  enum class Step : std::uint8_t { Push, Pop, Add };
  struct Command {
    Step step;
    TermId formula;
  };

  Budget& budget_;
  std::shared_ptr<Room> room_;
  std::thread thread_;
  bool left_alone_ = false;  // the thread did not react and was abandoned
  std::string name_, reason_;
  std::vector<Command> pending_;  // commands that were not sent yet
};

}  // namespace parapet::smt
