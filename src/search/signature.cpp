// The innermost loop of the search: every generated cube is compared with every visited one here. It has no unpredictable branch, and the
// population count is the processor's own where there is one.
#include "search/signature.h"

#include <bit>

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
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto missing = static_cast<unsigned>(std::popcount(rows[k].needs.low & low) + std::popcount(rows[k].needs.high & high));
    *out = first + static_cast<std::uint32_t>(k);
    out += static_cast<unsigned>(missing <= most) & static_cast<unsigned>(rows[k].processes <= goal.processes) &
           static_cast<unsigned>((rows[k].refuses & goal.holds) == 0);
  }
  found.resize(static_cast<std::size_t>(out - found.data()));
}

}  // namespace parapet::search
