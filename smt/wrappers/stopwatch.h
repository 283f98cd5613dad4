// Counts a call and adds the time between its construction and destruction to a statistic.
#pragma once

#include <chrono>

#include "smt/factory.h"

namespace parapet::smt {

class Stopwatch {
 public:
  explicit Stopwatch(SolverStatistics::Entry& entry) : entry_(entry), start_(std::chrono::steady_clock::now()) {}
  ~Stopwatch() {
    ++entry_.calls;
    entry_.nanoseconds += static_cast<std::uint64_t>((std::chrono::steady_clock::now() - start_).count());
  }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  SolverStatistics::Entry& entry_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace parapet::smt
