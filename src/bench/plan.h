// From operands (suites, models, folders) to rows to run.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "base/budget.h"
#include "bench/result.h"

namespace parapet::bench {

struct Task {
  Row row;                 // what is run is filled in
  std::optional<Tool> by;  // none: Parapet
};

// Limits of a suite hold where they are tighter than `most`. Folders give their models, in the order of their names, and models their
// expectations. Left out, with a line on `notes`: what is relative to a root that does not exist, and tools that are not installed. Throws
// InputError, after the messages where a suite has errors. `budget`, null for none, is spent while suites and models are read.
[[nodiscard]] std::vector<Task> make_plan(const std::vector<std::string>& operands, const Limits& most, std::ostream& notes,
                                          Budget* budget = nullptr);

// The part `number` (from 1) of `parts`: every `parts`-th task, so that neighbours, which are alike, go to different parts.
[[nodiscard]] std::vector<Task> shard(std::vector<Task> plan, std::uint64_t number, std::uint64_t parts);

// Takes out of the plan the tasks that `before` has a result of: one under the same limits, that did not fail, and either undecided or run
// at least `repeat` times. Returns these results, with the index and the expected verdict of the plan.
[[nodiscard]] std::vector<Row> take_known_results(std::vector<Task>& plan, const Results& before, std::uint32_t repeat);

}  // namespace parapet::bench
