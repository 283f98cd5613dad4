#include "base/budget.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <optional>
#include <string>

using namespace parapet;

namespace {

Budget with_work(std::uint64_t work) {
  Budget::Limits limits;
  limits.work = work;
  return Budget(limits);
}

// Until the deadline, at least 0; nothing: there is none.
std::optional<std::chrono::duration<double>> time_left(const Budget& budget) {
  const Budget::Limits& limits = budget.limits();
  if (limits.time.count() <= 0) return std::nullopt;
  return std::max<std::chrono::duration<double>>(std::chrono::duration<double>(0), limits.time - (Budget::Clock::now() - limits.start));
}

// The reason why `spend` throws at last, and how often it did not.
std::string end_of(Budget& budget, std::uint64_t units, std::uint64_t& done) {
  done = 0;
  try {
    for (;; ++done) budget.spend(units);
  } catch (const BudgetExhausted& reason) {
    return reason.what();
  }
}

}  // namespace

TEST_CASE("budget: work is counted exactly, in steps of any size") {
  for (const std::uint64_t work : {1, 7, 1023, 1024, 1025, 100'000}) {
    for (const std::uint64_t units : {1, 2, 1000, 5000}) {
      Budget budget = with_work(work);
      std::uint64_t done = 0;
      CHECK(end_of(budget, units, done) == "work limit reached");
      CHECK(done == (work - 1) / units);  // the step that reaches the limit is the one that throws
    }
  }
}

TEST_CASE("budget: without limits nothing ends, and work is counted") {
  Budget budget;
  for (int k = 0; k < 5000; ++k) budget.spend();
  CHECK(budget.work_done() == 5000);
  budget.spend(1'000'000);
  CHECK(budget.work_done() == 1'005'000);
  CHECK_FALSE(budget.exhausted());
  CHECK_FALSE(time_left(budget));
}

TEST_CASE("budget: a stop flag ends it and names the signal") {
  for (const auto& [signal, text] : {std::pair(SIGINT, "interrupted (SIGINT)"), std::pair(SIGTERM, "interrupted (SIGTERM)")}) {
    std::atomic<int> stop{0};
    Budget::Limits limits;
    limits.stop = &stop;
    Budget budget(limits);
    CHECK_NOTHROW(budget.check());
    stop = signal;
    std::uint64_t done = 0;
    CHECK(end_of(budget, 1, done) == text);
    CHECK(done <= 1024);
    CHECK(budget.exhausted()->limit == Limit::Interrupted);
  }
}

TEST_CASE("budget: a deadline that has passed, and memory beyond the limit") {
  Budget::Limits late;
  late.time = std::chrono::seconds(1);
  late.start = Budget::Clock::now() - std::chrono::hours(1);
  CHECK_THROWS_WITH_AS(Budget(late).check(), "time limit reached", BudgetExhausted);
  CHECK(time_left(Budget(late))->count() == 0);
  Budget::Limits small;
  small.memory = 1;
  CHECK_THROWS_WITH_AS(Budget(small).check(), "memory limit reached", BudgetExhausted);
}

TEST_CASE("budget: a reason stays") {
  std::atomic<int> stop{SIGINT};
  Budget::Limits limits;
  limits.stop = &stop;
  const Budget budget(limits);
  CHECK(budget.exhausted());
  stop = 0;
  CHECK(budget.exhausted());
}

TEST_CASE("budget: another thread's has the same limits, work of its own, and ends when nobody wants it") {
  Budget budget = with_work(100);
  budget.spend(90);
  std::atomic<bool> unwanted{false};
  Budget other = budget.for_thread(&unwanted);
  CHECK_NOTHROW(other.spend(50));
  unwanted = true;
  CHECK(other.exhausted()->limit == Limit::Interrupted);
  CHECK_FALSE(budget.exhausted());
}

TEST_CASE("budget: within is never later than the budget itself") {
  Budget::Limits limits;
  limits.time = std::chrono::seconds(10);
  const Budget budget(limits);
  CHECK(*time_left(budget.within(std::chrono::hours(1))) <= std::chrono::seconds(10));
  CHECK(*time_left(budget.within(std::chrono::seconds(2))) <= std::chrono::seconds(2));
  CHECK(*time_left(Budget().within(std::chrono::seconds(2))) <= std::chrono::seconds(2));
  CHECK_FALSE(time_left(Budget().within(std::chrono::seconds(0))));
}
