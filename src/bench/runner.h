// Runs a plan with several children at a time, and each row as often as requested.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/plan.h"

namespace parapet::bench {

struct RunOptions {
  std::string program;  // path of Parapet
  std::uint32_t jobs = 1;
  std::uint32_t repeat = 1;  // runs of each row; undecided rows are not repeated
};

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::vector<std::string> running;
  std::optional<double> seconds_left;  // estimated from the rows that are done
};

struct Watcher {
  std::function<bool()> stop;                   // called often; true ends the run and discards rows that are running
  std::function<void(const Row&)> finished;     // called for rows in the order in which they end
  std::function<void(const Progress&)> ticked;  // several times a second
};

// True if every row was finished.
bool run_plan(const std::vector<Task>& plan, const RunOptions& options, const Watcher& watcher);

[[nodiscard]] std::vector<std::string> command_of(const Task& task, const std::string& program);
// Adds the output and the resources of a child to its row.
void take_result(const Task& task, const ChildResult& result, Row& row);

}  // namespace parapet::bench
