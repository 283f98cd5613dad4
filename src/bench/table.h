// Results and comparisons of two runs as tables and pages, in each format that they can be printed in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/result.h"

namespace parapet::bench {

// A table of text cells.

enum class Style : std::uint8_t { Text, Markdown, Csv, Latex };

struct GridColumn {
  std::string key;    // heading in CSV
  std::string title;  // heading in the other formats
  bool number = false;
};

struct Grid {
  std::string title;  // empty: none; not in CSV
  std::vector<GridColumn> columns;
  std::vector<std::vector<std::string>> rows;  // as many cells as columns
};

[[nodiscard]] std::string render(const Grid& raw, Style style);

// First the columns usual in papers on parameterized model checkers for weak memory, then further ones.

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

// Comparison of two benchmark runs.

enum class Change : std::uint8_t {
  None,
  Faster,
  Slower,
  Verdict,  // the verdict changed, for better or worse
};

struct Pair {
  Row before, after;
  double time_ratio = 1;  // after / before
  Change change = Change::None;
};

struct Comparison {
  std::vector<Pair> pairs;
  std::vector<std::string> only_before, only_after;  // rows that only one of the runs has
  // Geometric means of after / before over the pairs in which both runs have the same verdict, SAFE or UNSAFE; 1 if there are none.
  double time_mean = 1, memory_mean = 1, node_mean = 1;
  std::size_t decided = 0;  // the number of these pairs
};

[[nodiscard]] Comparison compare(const Results& before, const Results& after);
// The pair got worse: it is slower, or its verdict was lost or is wrong now.
[[nodiscard]] bool is_regression(const Pair& pair);
[[nodiscard]] Grid table_of(const Comparison& comparison);
// A few lines of text: means, numbers of changes, rows that only one run has.
[[nodiscard]] std::string summary_of(const Comparison& comparison);

// The formats.

enum class TableFormat : std::uint8_t { Text, Markdown, Csv, Json, Latex, Html, Junit };

[[nodiscard]] std::string render(const Results& results, TableFormat format);
// `comparison` is that of `before` and `after`. There is no JSON of a comparison, since its two results are in that format already, and no
// JUnit XML, which has no place for two results.
[[nodiscard]] std::string render(const Results& before, const Results& after, const Comparison& comparison, TableFormat format);

// Plots as self-contained SVG elements, which take the colour of the text around them.

struct Series {
  std::string name;
  std::vector<double> seconds;  // times of the decided rows, in any order
};

// Cactus plot: the number of rows decided within a time per row (logarithmic). Further right and down is better.
[[nodiscard]] std::string cactus_plot(const std::vector<Series>& all);

struct Point {
  std::string name;
  double before = 0;  // seconds
  double after = 0;
  bool remarkable = false;
};

// Scatter plot of time before against time after, both logarithmic. Points below the diagonal became faster.
[[nodiscard]] std::string scatter_plot(const std::vector<Point>& points);

// Results as a self-contained HTML page: a table that is sorted by clicking on column titles, and plots.

[[nodiscard]] std::string html_page(const Results& results);
// The comparison of two runs, with a scatter plot of their times.
[[nodiscard]] std::string html_page(const Results& before, const Results& after);

// Results as JUnit XML, for continuous integration: a test case per row of the table. A wrong verdict is a failure, a run that failed an
// error, a missing verdict (UNKNOWN) a skipped test. The document fits the schema of the Jenkins xUnit plugin.

[[nodiscard]] std::string junit_xml(const Results& results);

}  // namespace parapet::bench
