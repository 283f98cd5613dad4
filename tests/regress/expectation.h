// What a model file says about itself, in the lines of its first comment that begin with one of these words:
//   expect MODEL VERDICT [slow|timeout]   of an example; slow: takes seconds; `UNKNOWN timeout`: no proof is known to finish
//   model MODEL...                        of a regression, whose folder is the verdict
//   nodes [MODEL] N                       at most so many
//   work N                                units of work (base/budget.h) that a search gives up after, the same on every machine
//   search bfs|dfs|size                   if not the default order
//   opinion N                             processes up to which the enumerator is asked; 0: not at all
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "regress/judge.h"

namespace parapet::test {

struct Expectation {
  le::MemoryModel model = le::sc;
  Answer answer = Answer::Unknown;
  bool slow = false;  // not for the fast tier
  bool hard = false;  // UNKNOWN because no proof is known to finish: SAFE would be progress
  std::optional<std::uint64_t> nodes;
  std::uint64_t work = default_work;
  search::Order order = search::Order::Size;
  unsigned opinion = 3;
};

// Throws std::runtime_error about a line it does not understand, and if nothing is expected. `folder`: the verdict of `model` lines.
[[nodiscard]] std::vector<Expectation> expectations_of(const std::string& text, std::optional<Answer> folder);

}  // namespace parapet::test
