// How far a benchmark is, for the status line.
#pragma once

#include <cstddef>
#include <string>

#include "bench/runner.h"

namespace parapet::cli {

// "3 of 40, about 12 s left: locks/dekker, locks/mcs"; names that do not fit into `width` are counted.
[[nodiscard]] std::string progress_line(const bench::Progress& progress, std::size_t width);

}  // namespace parapet::cli
