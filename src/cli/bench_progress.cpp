#include "cli/bench_progress.h"

#include <cmath>

#include "base/printable.h"

namespace parapet::cli {
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
