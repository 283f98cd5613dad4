// Results as a table: first what the tables of papers on parameterized weak-memory checkers show, then ours.
#pragma once

#include <string>

#include "bench/grid.h"
#include "bench/result.h"

namespace parapet::bench {

// Columns in which nothing would be said (options, tools, spread, reasons) are left out.
[[nodiscard]] Grid table_of(const Results& results);
// "12 runs: 10 right, 1 wrong, 1 undecided; CPU 3.214 s".
[[nodiscard]] std::string summary_line(const Results& results);
// "0.012".
[[nodiscard]] std::string seconds_cell(double seconds);

}  // namespace parapet::bench
