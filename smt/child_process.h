// A child process that is sent text and answers with S-expressions. It is killed when this object is destroyed or our process ends.
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
  using Deadline = std::optional<Clock::time_point>;  // nothing: wait without limit

  // Runs `sh -c "exec COMMAND"`. Throws std::system_error if the shell cannot be started; a missing program ends at once with status 127.
  // While a call waits for the program it checks `budget`, which may be null, and throws BudgetExhausted.
  explicit ChildProcess(const std::string& command, const Budget* budget = nullptr);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;  // owns a process
  ChildProcess& operator=(const ChildProcess&) = delete;

  enum class Result { Done, Ended, TimedOut, TooLong };

  [[nodiscard]] Result write(std::string_view text, Deadline deadline);
  // Reads the next S-expression: an atom, a string or a balanced list. Comments are skipped.
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
