// A counterexample as a schedule that people read.
#pragma once

#include <iosfwd>

#include "evidence/execution.h"

namespace parapet::report {

void print_trace(std::ostream& out, const evidence::Execution& execution);

}  // namespace parapet::report
