// A solver library under the budget of the run: the solver lives in a thread of its own, and whoever asks it waits no longer than the
// budget allows.
//
// Libraries look at their time limits and at interruptions where they like: z3 4.8.12 and cvc5 1.0.3 both have steps, with large numbers
// mostly, of many seconds without a look. So a query that does not end soon after it was interrupted is left alone, with everything that it
// still needs, and its thread goes on until the process ends. The caller gets BudgetExhausted. After that the process is to end without
// the destructors of static objects (std::_Exit), which that thread may be using.
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

  // `make` is called in the new thread, and the solver is used and destroyed there too: cvc5 keeps its terms by thread. Throws what `make`
  // throws.
  Interruptible(Budget& budget, Make make);
  ~Interruptible() override;

  [[nodiscard]] std::string_view name() const override { return name_; }
  [[nodiscard]] std::string reason() const override { return reason_; }

 private:
  // What the two threads share. A task has nothing else: the caller may be gone when it ends.
  struct Room;
  using Task = std::function<void(Room&)>;

  void do_push() override { pending_.push_back({Step::Push, {}}); }
  void do_pop() override { pending_.push_back({Step::Pop, {}}); }
  void do_add(TermId formula) override { pending_.push_back({Step::Add, formula}); }
  Answer do_check(const Query& query) override;
  Value do_value(TermId term) override;
  std::vector<TermId> do_core() override;

  static void serve(Room& room);
  // Waits until the thread has done it; throws what it throws, or BudgetExhausted. Empty: until the solver is made.
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
  bool left_alone_ = false;  // the thread does not answer
  std::string name_, reason_;
  std::vector<Command> pending_;  // not sent yet
};

}  // namespace parapet::smt
