// A child process spoken to in lines of text. It never outlives us: it is killed when this object goes and when our process dies.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace parapet::smt {

class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;  // nothing: wait for ever

  // Runs `sh -c "exec COMMAND"`. Throws std::system_error if not even that can be started; a missing program ends at once with status 127.
  // `budget` (null: none) is looked at while we wait for the program: BudgetExhausted, whatever the deadline of a call is.
  explicit ChildProcess(const std::string& command, const Budget* budget = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;  // owns a process
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Result { Done, Ended, TimedOut, TooLong };

  [[nodiscard]] Result write(std::string_view text, Deadline deadline);
  // The next S-expression: an atom, a string or a balanced list, comments skipped.
  [[nodiscard]] Result read(std::string& text, Deadline deadline);
  // After Ended: "ended with status 1", "was killed by signal 9", "is no program that can be started".
  [[nodiscard]] std::string how_it_ended();

 private:
  [[nodiscard]] Result wait(short events, Deadline deadline) const;
  void check_budget() const {
    if (budget_ != nullptr) budget_->check();
  }

  const Budget* budget_;
  pid_t pid_ = -1;
  int socket_ = -1;
  std::string buffer_;
  std::string ending_;
};

}  // namespace parapet::smt
