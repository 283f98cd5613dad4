#include "cli/progress.h"

#include <ostream>

#include "cli/signals.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

constexpr std::chrono::milliseconds pause{100};

}  // namespace

Progress::Progress(std::ostream& err, bool live) : err_(err), live_(live) { next_ += pause; }

void Progress::visited(const Node&, const search::SearchStatistics& statistics) {
  statistics_ = statistics;
  tick();
}

// Covered cubes come more often than visited ones: the clock keeps going where there are few of the latter.
void Progress::covered(const Node&, std::uint64_t) { tick(); }

void Progress::tick() {
  const bool asked = take_progress_request();
  if (!live_ && !asked) return;
  const Clock::time_point now = Clock::now();
  if (asked) {
    erase();
    err_ << line(now) << std::endl;
  }
  if (!live_ || now < next_) return;
  next_ = now + pause;
  shown_ = true;
  err_ << "\r\033[K" << line(now) << std::flush;
}

std::string Progress::line(Clock::time_point now) const {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(statistics_.nodes) / seconds : 0;
  return report::counted(statistics_.nodes, "node") + ", frontier " + std::to_string(statistics_.frontier) + ", depth " +
         std::to_string(statistics_.depth) + ", " + std::to_string(static_cast<std::uint64_t>(rate)) + " nodes/s, " +
         report::seconds_text(seconds);
}

void Progress::erase() {
  if (!shown_) return;
  err_ << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace parapet::cli
