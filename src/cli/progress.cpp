#include "cli/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <ostream>

#include "base/narrow.h"
#include "base/printable.h"
#include "report/run.h"

namespace parapet::cli {
namespace {

std::atomic<int> stop{0};
std::atomic<bool> progress{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free, "used by a signal handler");

extern "C" void on_stop(int signal) { stop.store(signal); }
extern "C" void on_progress(int) { progress.store(true); }

void install(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = flags;
  sigaction(signal, &action, nullptr);
}

}  // namespace

void listen_to_signals() {
  // SA_RESETHAND: the second signal ends the process, as by default.
  install(SIGINT, on_stop, SA_RESTART | low_bits<int>(SA_RESETHAND));
  install(SIGTERM, on_stop, SA_RESTART | low_bits<int>(SA_RESETHAND));
  install(SIGUSR1, on_progress, SA_RESTART);
}

std::atomic<int>& stop_request() { return stop; }

bool take_progress_request() { return progress.load(std::memory_order_relaxed) && progress.exchange(false); }

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

namespace {

// A cube that is covered at once has no number: it is identified by its step and its successor.
std::string origin(const search::SearchObserver::Node& node) {
  return (node.successor == 0 ? "" : "<- " + std::to_string(node.successor) + "  ") + node.step();
}

}  // namespace

std::string node_line(const search::SearchObserver::Node& node) {
  std::string text = "node " + std::to_string(node.id);
  if (node.successor != 0) text += " <- " + std::to_string(node.successor);
  return text + "  " + node.step() + "  depth " + std::to_string(node.depth);
}

void Verbose::visited(const Node& node, const search::SearchStatistics&) {
  err_ << node_line(node) << '\n';
  if (level_ > 1) err_ << "  " << node.cube() << '\n';
}

void Verbose::covered(const Node& node, std::uint64_t by) {
  if (level_ < 2) return;
  err_ << "covered " << (by == 0 ? "by a union of nodes" : "by node " + std::to_string(by)) << "  " << origin(node) << "\n  " << node.cube()
       << '\n';
}

void Verbose::deleted(std::uint64_t node, std::uint64_t by) {
  if (level_ > 1) err_ << "deleted node " << node << ", covered by node " << by << '\n';
}

void Verbose::replaced(const Node& node, const Node& candidate) {
  err_ << "candidate " << candidate.id << " in place of node " << node.id << '\n';
  if (level_ > 1) err_ << "  " << node.cube() << '\n';
}

void Verbose::blamed(const Node& candidate, const Node& met) {
  err_ << "blamed candidate " << candidate.id << ": its search met init at depth " << met.depth << '\n';
  if (level_ > 1) err_ << "  " << met.cube() << '\n';
}

void Verbose::discarded(const Discarded& one) {
  err_ << "discarded <- " << one.successor << "  " << one.step << "  " << name(one.reason) << ": " << one.why << '\n';
}

void Verbose::spurious(const Node& node, const std::string& why) {
  err_ << "spurious " << origin(node) << "  depth " << node.depth << ": " << why << '\n';
}

namespace {

std::string time_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::ceil(seconds));
  constexpr std::uint64_t minute = 60, hour = 3600;
  if (whole < minute) return std::to_string(whole) + " s";
  if (whole < hour) return std::to_string((whole + minute / 2) / minute) + " min";
  return std::to_string(whole / hour) + " h " + std::to_string(whole % hour / minute) + " min";
}

}  // namespace

std::string progress_line(const bench::Progress& progress, std::size_t width) {
  std::string line = std::to_string(progress.done) + " of " + std::to_string(progress.total);
  if (progress.seconds_left) line += ", about " + time_text(*progress.seconds_left) + " left";
  constexpr std::size_t room_for_count = 12;
  for (std::size_t k = 0; k < progress.running.size(); ++k) {
    const std::string name = printable(progress.running[k]);
    if (line.size() + name.size() + 2 + room_for_count > width) {
      return line + (k == 0 ? ": " : " and ") + std::to_string(progress.running.size() - k) + (k == 0 ? " running" : " more");
    }
    line += (k == 0 ? ": " : ", ") + name;
  }
  return line;
}

}  // namespace parapet::cli
