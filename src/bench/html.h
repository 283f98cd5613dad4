// Results as a self-contained HTML page: a table that is sorted by clicking on column titles, and plots.
#pragma once

#include <string>

#include "bench/compare.h"
#include "bench/result.h"

namespace parapet::bench {

[[nodiscard]] std::string html_page(const Results& results);
// The comparison of two runs, with a scatter plot of their times.
[[nodiscard]] std::string html_page(const Results& before, const Results& after);

}  // namespace parapet::bench
