#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <ostream>

#include "cli/signals.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

constexpr std::size_t longest_line = 500;

// "enter, wait 12 times, unsafe"
std::string path_text(const std::vector<std::string_view>& names) {
  std::string text;
  for (std::size_t k = 0; k < names.size();) {
    std::size_t end = k;
    while (end < names.size() && names[end] == names[k]) ++end;
    text += (k == 0 ? "" : ", ") + std::string(names[k]) + (end - k > 1 ? " " + std::to_string(end - k) + " times" : "");
    k = end;
  }
  return text;
}

// Columns of the terminal, less one: a line that wraps could not be erased.
std::size_t width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1U : 79;
}

std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  return text.substr(0, most > 3 ? most - 3 : 0) + "...";
}

}  // namespace

void Progress::visited(const Node& node, const search::SearchStatistics& statistics) {
  statistics_ = statistics;
  tick(node);
}

// Many cubes may be covered between two visited ones: the status has to change then, too.
void Progress::covered(const Node& node, std::uint64_t) { tick(node); }

void Progress::tick(const Node& node) {
  const bool asked = take_progress_request();
  if (!status_.live() && !asked) return;
  const Clock::time_point now = Clock::now();
  if (asked) {
    erase();
    err_ << shortened(line(now, node), longest_line) << std::endl;
  }
  if (!status_.live() || now < next_) return;
  next_ = now + pause;
  status_.show(shortened(line(now, node), width()));
}

std::string Progress::line(Clock::time_point now, const Node& node) const {
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const double rate = seconds > 0 ? static_cast<double>(statistics_.nodes) / seconds : 0;
  return report::counted(statistics_.nodes, "node") + ", frontier " + std::to_string(statistics_.frontier) + ", depth " +
         std::to_string(statistics_.depth) + ", " + std::to_string(static_cast<std::uint64_t>(rate)) + " nodes/s, " +
         report::seconds_text(seconds) + ": " + path_text(node.path());
}

}  // namespace parapet::cli
