// The innermost loop of the search: every generated cube is compared with every visited one here. It has no unpredictable branch, and the
// population count is the processor's own where there is one.
#include "cube/fingerprint.h"

#include <algorithm>
#include <bit>

#include "base/narrow.h"

namespace parapet::search {

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("popcnt", "default")))
#endif
void find_covering_rows(std::span<const CoverRow> rows, std::uint32_t first, const CoverGoal& goal, unsigned most, std::vector<std::uint32_t>& found) {
  const std::size_t old = found.size();
  found.resize(old + rows.size());
  std::uint32_t* out = found.data() + old;
  const std::uint64_t low = ~goal.has.low;
  const std::uint64_t high = ~goal.has.high;
  const auto count = narrow<std::uint32_t>(rows.size());
  for (std::uint32_t k = 0; k < count; ++k) {
    const auto missing = low_bits<unsigned>(std::popcount(rows[k].needs.low & low) + std::popcount(rows[k].needs.high & high));
    *out = first + k;
    out += unsigned{missing <= most} & unsigned{rows[k].processes <= goal.processes} & unsigned{(rows[k].refuses & goal.holds) == 0};
  }
  found.resize(static_cast<std::size_t>(out - found.data()));
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("popcnt", "default")))
#endif
void keep_with_own_values(std::span<const OwnRow> rows, std::span<const CellValues> goal, unsigned most, std::size_t from, std::vector<std::uint32_t>& found) {
  std::size_t kept = from;
  for (std::size_t k = from; k < found.size(); ++k) {
    unsigned left = 0;
    for (const CellValues& of : rows[found[k]]) {
      if (of.refuses == 0) continue;  // who holds a value refuses the others
      unsigned least = 64;
      for (const CellValues& there : goal) {
        const auto missing = low_bits<unsigned>(std::popcount(of.holds & ~there.holds));
        least = std::min(least, (of.refuses & there.holds) == 0 ? missing : 64U);
      }
      left += least;
    }
    if (left <= most) found[kept++] = found[k];
  }
  found.resize(kept);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("popcnt", "default")))
#endif
void keep_covering_rows(std::span<const CoverRow> rows, std::span<const std::uint32_t> positions, const CoverGoal& goal, unsigned most, std::vector<std::uint32_t>& found) {
  for (const std::uint32_t position : positions) {
    const CoverRow& row = rows[position];
    const auto missing = low_bits<unsigned>(std::popcount(row.needs.low & ~goal.has.low) + std::popcount(row.needs.high & ~goal.has.high));
    if (missing <= most && row.processes <= goal.processes && (row.refuses & goal.holds) == 0) found.push_back(position);
  }
}

}  // namespace parapet::search
