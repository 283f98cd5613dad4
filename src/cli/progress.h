// What a run tells while it goes: signals, the status line on a terminal, `-v`, the progress of a benchmark.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <iosfwd>
#include <ostream>
#include <string>
#include <string_view>

#include "bench/runner.h"
#include "cli/options.h"
#include "search/search.h"

namespace parapet::cli {

// Signals that a run reacts to. A handler can only set global flags, which are hidden in progress.cpp.

// Installs the handlers. SIGINT and SIGTERM ask the run to stop; the second of a kind ends the process. SIGUSR1 asks for a progress line.
void listen_to_signals();

// 0, or the number of the signal that asked to stop.
[[nodiscard]] std::atomic<int>& stop_request();
// Whether a progress line was asked for since the last call.
[[nodiscard]] bool take_progress_request();

// One line on the terminal that is rewritten while a command runs and removed before anything else is printed.

class StatusLine {
 public:
  // Shows nothing unless `err`, standard error, is a terminal, and `--quiet` and `--verbose` are not given.
  StatusLine(std::ostream& err, const ReportOptions& report);
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;
  ~StatusLine() { erase(); }

  [[nodiscard]] bool live() const { return live_; }
  // `text` has to fit into one line of the terminal: what is wrapped could not be erased.
  void show(std::string_view text);
  void erase();

 private:
  std::ostream& err_;
  bool live_;
  bool shown_ = false;
};

// How far the search is: a status line on a terminal, and a line of its own whenever SIGUSR1 asks for one.

class Progress : public search::SearchObserver {
 public:
  Progress(std::ostream& err, const ReportOptions& report) : err_(err), status_(err, report) {}

  void visited(const Node& node, const search::SearchStatistics& statistics) override;
  void covered(const Node& node, std::uint64_t by) override;
  [[nodiscard]] bool wants_every_node() const override { return false; }
  // Before anything else is printed; the next event shows the status again.
  void erase() { status_.erase(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause{100};
  void tick(const Node& node);
  [[nodiscard]] std::string line(Clock::time_point now, const Node& node) const;

  std::ostream& err_;
  StatusLine status_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_ + pause;
  search::SearchStatistics statistics_;
};

// `-v` and `-v -v`.

// Level 1: a line per visited node, and paths to init that could not be executed. Level 2: also cubes, which node covered or deleted
// which, and which steps do not exist, and why. A step is printed with the process names of its successor (after `<-`), a cube with its own.
class Verbose : public search::SearchObserver {
 public:
  Verbose(std::ostream& err, std::uint32_t level) : err_(err), level_(level) {}

  void visited(const Node& node, const search::SearchStatistics& statistics) override;
  void covered(const Node& node, std::uint64_t by) override;
  void deleted(std::uint64_t node, std::uint64_t by) override;
  void replaced(const Node& node, const Node& candidate) override;
  void blamed(const Node& candidate, const Node& met) override;
  void spurious(const Node& node, const std::string& why) override;
  [[nodiscard]] bool wants_discarded() const override { return level_ > 1; }
  void discarded(const Discarded& one) override;

 private:
  std::ostream& err_;
  std::uint32_t level_;
};

// `node 12 <- 5  t(z0, z1)  depth 3`
[[nodiscard]] std::string node_line(const search::SearchObserver::Node& node);

// "3 of 40, about 12 s left: locks/dekker, locks/mcs"; names that do not fit into `width` are counted.
[[nodiscard]] std::string progress_line(const bench::Progress& progress, std::size_t width);

}  // namespace parapet::cli
