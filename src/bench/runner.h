// From operands (suites, models, folders) to the rows to run, and the run: several children at a time, each row as often as requested.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "bench/child.h"
#include "bench/result.h"

namespace parapet::bench {

struct Task {
  Row row;                 // the fields that say what is run are filled in
  std::optional<Tool> by;  // none: Parapet
};

// The limits of a suite apply where they are tighter than `most`. A folder stands for its models in the order of their names; a model
// stands for the expectations in its first comment. Entries relative to a root that does not exist and tools that are not installed are
// left out, each with a line on `notes`. Throws InputError; the errors in a suite are printed before. `budget` may be null.
[[nodiscard]] std::vector<Task> make_plan(const std::vector<std::string>& operands, const Limits& most, std::ostream& notes,
                                          Budget* budget = nullptr);

// Part `number` (from 1) of `parts`: every n-th task, n = parts, so that similar tasks, which are neighbours, go to different parts.
[[nodiscard]] std::vector<Task> shard(std::vector<Task> plan, std::uint64_t number, std::uint64_t parts);

// Takes out of the plan the tasks that `before` has a result of: one under the same limits, that did not fail, and either undecided or run
// at least `repeat` times. Returns these results, with the index, the expected verdict, the name
// and the figures of the plan.
[[nodiscard]] std::vector<Row> take_known_results(std::vector<Task>& plan, const Results& before, std::uint32_t repeat);

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

// The computer that a benchmark runs on, for the heading of its results.

// "node7 (AMD EPYC 7763, 2 cores, Linux)": host name, processor, cores, operating system.
[[nodiscard]] std::string machine_name();

}  // namespace parapet::bench
