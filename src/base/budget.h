// The budget of a run: how long it may take, how much memory it may hold, how much work it may do, and whether somebody asked it to stop.
//
// One budget is made when the program starts, so its clock starts there, and is passed down to everything that can take long. A loop calls
// `spend` once a turn; that is a decrement, and every so many units a look at the clock, the stop flag and the memory in use. When a limit
// is reached `spend` throws BudgetExhausted, which unwinds to whoever can say UNKNOWN. Nothing in between may turn it into an answer: a
// computation that was cut short supports neither SAFE nor UNSAFE.
//
// Work is counted in units that do not depend on the machine, so a limit on work ends a run at the same place everywhere.
//
// A budget belongs to one thread. Another thread gets `for_thread()`: the same deadline, memory limit and stop flag, and work of its own.
//
// After BudgetExhausted only destructors may touch what was being computed: caches may be half filled, and a solver's levels unbalanced.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace parapet {

enum class Limit : std::uint8_t { Interrupted, Time, Memory, Work };

// Caught where a verdict is made, never below.
class BudgetExhausted : public std::runtime_error {
 public:
  BudgetExhausted(Limit which, const std::string& text) : std::runtime_error(text), limit(which) {}
  Limit limit;
};

class Budget {
 public:
  using Clock = std::chrono::steady_clock;

  struct Limits {
    std::chrono::duration<double> time{0};        // from `start`; 0 is no limit, here and below
    std::uint64_t memory = 0;                     // bytes in use
    std::uint64_t work = 0;                       // units
    const std::atomic<int>* stop = nullptr;       // not 0: the number of the signal that asks for an end
    const std::atomic<bool>* unwanted = nullptr;  // of a thread: whoever started it needs its work no longer
    Clock::time_point start = Clock::now();
  };

  Budget() = default;  // without limits
  explicit Budget(const Limits& limits);

  // Counts `units` of work; throws BudgetExhausted if a limit is reached.
  void spend(std::uint64_t units = 1) {
    if (units < fuel_) {
      fuel_ -= units;
    } else {
      refuel(units);
    }
  }

  // Looks at every limit now: why the run must end, or nothing. Once there was a reason it stays.
  [[nodiscard]] std::optional<BudgetExhausted> exhausted() const;
  // The same as an exception.
  void check() const;

  // A block of so many bytes is going to be filled at once, as when a large vector grows: throws if the limit would not hold then.
  void expect_memory(std::uint64_t bytes) const;

  [[nodiscard]] const Limits& limits() const { return limits_; }
  [[nodiscard]] std::uint64_t work_done() const { return granted_ - fuel_; }

  [[nodiscard]] Budget for_thread(const std::atomic<bool>* unwanted = nullptr) const;
  // The same limits with a deadline at most `time` from now.
  [[nodiscard]] Budget within(std::chrono::duration<double> time) const;

 private:
  void refuel(std::uint64_t units);
  [[nodiscard]] std::optional<BudgetExhausted> look() const;
  [[nodiscard]] bool memory_exceeded() const;

  static constexpr std::uint64_t stride = 1024;  // units between two looks

  Limits limits_;
  std::uint64_t granted_ = 0;  // units given to fuel_ so far, those used up included
  std::uint64_t fuel_ = 0;     // units until the next look
  mutable Clock::time_point next_memory_look_{};
  mutable std::optional<BudgetExhausted> reason_;
};

// Bytes of memory that the process has in use, now and at most so far.
[[nodiscard]] std::uint64_t resident_memory();
[[nodiscard]] std::uint64_t peak_memory();

}  // namespace parapet
