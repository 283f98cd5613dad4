// How far the search is: one line on a terminal, rewritten as it goes and gone at the end; and one line whenever SIGUSR1 asks for it.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

#include "search/search.h"

namespace parapet::cli {

class Progress : public search::SearchObserver {
 public:
  Progress(std::ostream& err, bool live);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() override { erase(); }

  void visited(const Node& node, const search::SearchStatistics& statistics) override;
  void covered(const Node& node, std::uint64_t by) override;
  // Takes the line off the terminal; the next event writes it again.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;
  void tick(const Node& node);
  [[nodiscard]] std::string line(Clock::time_point now, const Node& node) const;

  std::ostream& err_;
  bool live_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_ = start_;
  search::SearchStatistics statistics_;
};

}  // namespace parapet::cli
