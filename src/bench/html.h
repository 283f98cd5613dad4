// Results as one HTML page that needs nothing from outside: a table whose columns sort when their titles are clicked, and plots.
#pragma once

#include <string>

#include "bench/compare.h"
#include "bench/result.h"

namespace parapet::bench {

[[nodiscard]] std::string html_page(const Results& results);
// Two runs: with a scatter plot of one against the other.
[[nodiscard]] std::string html_page(const Results& before, const Results& after);

}  // namespace parapet::bench
