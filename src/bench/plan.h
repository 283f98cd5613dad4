// The plan of a benchmark: from operands (suites, models, folders) to the rows to run.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/budget.h"
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

}  // namespace parapet::bench
