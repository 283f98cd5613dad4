// One line on the terminal that is rewritten while a command runs and removed before anything else is printed.
#pragma once

#include <ostream>
#include <string_view>

#include "cli/options.h"

namespace parapet::cli {

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

}  // namespace parapet::cli
