// How far a benchmark is: one line on a terminal, rewritten as it goes and gone at the end.
#pragma once

#include <iosfwd>

#include "bench/runner.h"

namespace parapet::cli {

class BenchProgress {
 public:
  BenchProgress(std::ostream& err, bool live) : err_(err), live_(live) {}
  BenchProgress(const BenchProgress&) = delete;
  BenchProgress& operator=(const BenchProgress&) = delete;
  ~BenchProgress() { erase(); }

  void show(const bench::Progress& progress);
  void erase();

 private:
  std::ostream& err_;
  bool live_;
  bool shown_ = false;
};

// "3 of 40, about 12 s left: locks/dekker, locks/mcs"; names that do not fit into `width` are counted.
[[nodiscard]] std::string progress_line(const bench::Progress& progress, std::size_t width);

}  // namespace parapet::cli
