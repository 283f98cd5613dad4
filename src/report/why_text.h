// A few lines below a counterexample: why it exists, in terms of the model.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "evidence/execution.h"

namespace parapet::report {

// A write of a process, and a later firing of that process that executed, or whose write reached memory, before the write was in memory.
struct OvertakenWrite {
  std::size_t write = 0;                 // the step that wrote
  std::optional<std::size_t> execution;  // the step that overtakes it; none: the end of the execution
  std::vector<WriteAccount> writes;
  std::vector<ReadAccount> reads;
  std::vector<WriteAccount> overtaking;  // the writes of `execution` that reached memory first; empty: it executed first
  bool happened = true;                  // false: not in this execution, but nothing excludes it
};

struct Explanation {
  bool also_under_sc = false;
  std::vector<OvertakenWrite> overtaken;
};

void print_why(std::ostream& out, const evidence::Execution& execution, const Explanation& explanation);

}  // namespace parapet::report
