// Results and comparisons in each format that they can be printed in.
#pragma once

#include <cstdint>
#include <string>

#include "bench/compare.h"
#include "bench/result.h"

namespace parapet::bench {

enum class TableFormat : std::uint8_t { Text, Markdown, Csv, Json, Latex, Html, Junit };

[[nodiscard]] std::string render(const Results& results, TableFormat format);
// `comparison` is that of `before` and `after`. There is no JSON of a comparison, since its two results are in that format already, and no
// JUnit XML, which has no place for two results.
[[nodiscard]] std::string render(const Results& before, const Results& after, const Comparison& comparison, TableFormat format);

}  // namespace parapet::bench
