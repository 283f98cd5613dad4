#include "bench/runner.h"

#include <sys/utsname.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <fstream>
#include <map>
#include <thread>

#include "report/run.h"

namespace parapet::bench {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds tick{200};

class Runner {
 public:
  Runner(const std::vector<Task>& plan, const RunOptions& options, const Watcher& watcher)
      : plan_(plan), options_(options), watcher_(watcher) {}

  bool run() {
    while (done_ < plan_.size()) {
      if (watcher_.stop()) return false;
      fill();
      watcher_.ticked(progress());
      if (const auto result = children_.wait(tick)) take(*result);
    }
    return true;
  }

 private:
  void fill() {
    for (; next_ < plan_.size() && children_.running() < options_.jobs; ++next_) {
      rows_.emplace(next_, plan_[next_].row);
      start(next_);
    }
  }

  void start(std::size_t id) { children_.start(id, command_of(plan_[id], options_.program), plan_[id].row.limits); }

  void take(const ChildResult& result) {
    Row& row = rows_.at(result.id);
    take_result(plan_[result.id], result, row);
    if (row.verdict != VerdictKind::Unknown && row.runs.size() < options_.repeat) return start(result.id);
    ++done_;
    watcher_.finished(row);
    rows_.erase(result.id);
  }

  [[nodiscard]] Progress progress() const {
    Progress result{done_, plan_.size(), {}, std::nullopt};
    for (const auto& [id, row] : rows_) result.running.push_back(row.name + " " + row.model);
    if (done_ > 0) {
      const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
      result.seconds_left = elapsed / static_cast<double>(done_) * static_cast<double>(plan_.size() - done_);
    }
    return result;
  }

  const std::vector<Task>& plan_;
  const RunOptions& options_;
  const Watcher& watcher_;
  Clock::time_point start_ = Clock::now();
  std::map<std::size_t, Row> rows_;  // rows that are running
  std::size_t next_ = 0;
  std::size_t done_ = 0;
  Children children_;
};

}  // namespace

bool run_plan(const std::vector<Task>& plan, const RunOptions& options, const Watcher& watcher) {
  return Runner(plan, options, watcher).run();
}

namespace {

// Linux names the processor in /proc/cpuinfo; elsewhere its architecture has to do.
std::string processor_name(const utsname& system) {
  std::ifstream information("/proc/cpuinfo");
  for (std::string line; std::getline(information, line);) {
    const std::size_t colon = line.find(": ");
    if (line.rfind("model name", 0) == 0 && colon != std::string::npos) return line.substr(colon + 2);
  }
  return system.machine;
}

}  // namespace

std::string machine_name() {
  utsname system{};
  ::uname(&system);
  return std::string(system.nodename) + " (" + processor_name(system) + ", " +
         report::counted(std::thread::hardware_concurrency(), "core") + ", " + system.sysname + ")";
}

}  // namespace parapet::bench
