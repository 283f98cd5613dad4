// An execution as a schedule that people read.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "evidence/execution.h"

namespace parapet::report {

// `mutex.cub:22`, without folders; `22` if the file is unknown; empty without a line.
[[nodiscard]] std::string place_of(const evidence::Execution& execution, std::uint32_t line);

void print_trace(std::ostream& out, const evidence::Execution& execution);

}  // namespace parapet::report
