#include "cli/status_line.h"

#include <unistd.h>

namespace parapet::cli {
namespace {

constexpr const char* erase_line = "\r\033[K";

}  // namespace

StatusLine::StatusLine(std::ostream& err, const ReportOptions& report)
    : err_(err), live_(!report.quiet && report.verbosity == 0 && ::isatty(STDERR_FILENO) == 1) {}

void StatusLine::show(std::string_view text) {
  if (!live_) return;
  shown_ = true;
  err_ << erase_line << text << std::flush;
}

void StatusLine::erase() {
  if (!shown_) return;
  err_ << erase_line << std::flush;
  shown_ = false;
}

}  // namespace parapet::cli
