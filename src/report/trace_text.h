// An execution as a schedule that people read.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "evidence/execution.h"

namespace parapet::report {

// `mutex.cub:22`, without folders; `22` if the file is unknown; empty without a line.
[[nodiscard]] std::string place_of(const evidence::Execution& execution, std::uint32_t line);

// One step in words, for formats that list the steps in their own way.
struct StepText {
  std::optional<Process> process;  // who acts; none: nobody in particular
  std::string what;                // "enter(p1)", "(commit)"
  std::uint32_t line = 0;          // of the transition; of a commit: of the one that wrote the entry
  std::vector<std::string> lines;  // what it read, wrote and changed
};
[[nodiscard]] std::vector<StepText> step_texts(const evidence::Execution& execution);

void print_trace(std::ostream& out, const evidence::Execution& execution);

}  // namespace parapet::report
