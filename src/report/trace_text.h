// A counterexample as a schedule that people read.
#pragma once

#include <iosfwd>

#include "report/execution.h"

namespace parapet::report {

void print_trace(std::ostream& out, const Execution& execution);

}  // namespace parapet::report
