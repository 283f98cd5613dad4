// How far the search is: a status line on a terminal, and a line of its own whenever SIGUSR1 asks for one.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "cli/status_line.h"
#include "search/search.h"

namespace parapet::cli {

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

}  // namespace parapet::cli
