// Results as a table: first the columns usual in papers on parameterized model checkers for weak memory, then further ones.
#pragma once

#include <string>

#include "bench/grid.h"
#include "bench/result.h"

namespace parapet::bench {

// Columns (options, tools, spread, reasons) that would be empty in all rows are left out.
[[nodiscard]] Grid table_of(const Results& results);
// A table for each title that the suites have, in the order of their first rows.
[[nodiscard]] std::vector<Grid> tables_of(const Results& results);
// "12 runs: 10 right, 1 wrong, 1 undecided; CPU 3.214 s".
[[nodiscard]] std::string summary_line(const Results& results);
// Of merged results that are not complete: how many rows are missing, and what to do.
[[nodiscard]] std::string missing_rows_line(const Results& whole);
// "0.012".
[[nodiscard]] std::string seconds_cell(double seconds);

}  // namespace parapet::bench
