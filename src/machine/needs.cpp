#include "machine/needs.h"

#include <algorithm>
#include <map>

namespace parapet::machine {
namespace {

// A location that is compared with values further apart has no rows: attempts to fire test it.
constexpr std::int64_t most_values = 256;

struct Need {
  std::size_t firing = 0;
  Code value = 0;
  bool equal = true;
};

}  // namespace

PossibleFirings::PossibleFirings(const std::vector<Firing>& firings) {
  const std::size_t words = (firings.size() + 63) / 64;
  all_.assign(words, 0);
  std::map<Location, std::vector<Need>> needs;
  for (std::size_t k = 0; k < firings.size(); ++k) {
    all_[k / 64] |= std::uint64_t{1} << (k % 64);
    if (!firings[k].havocs.empty()) continue;
    for (const CellTest& need : firings[k].needs) needs[need.location].push_back({k, need.value, need.equal});
  }
  for (const auto& [location, tests] : needs) {
    const auto [least, greatest] =
        std::minmax_element(tests.begin(), tests.end(), [](const Need& a, const Need& b) { return a.value < b.value; });
    const std::int64_t values = std::int64_t{greatest->value} - least->value + 1;
    if (values > most_values) continue;
    const Tested tested{location, least->value, narrow<std::uint32_t>(values), rows_.size()};
    tested_.push_back(tested);
    for (std::uint32_t v = 0; v <= tested.values; ++v) {
      rows_.insert(rows_.end(), all_.begin(), all_.end());
      std::uint64_t* const row = &rows_[rows_.size() - words];
      for (const Need& need : tests) {
        const bool same = v < tested.values && need.value == tested.first + narrow<Code>(v);
        if (same != need.equal) row[need.firing / 64] &= ~(std::uint64_t{1} << (need.firing % 64));
      }
    }
  }
}

}  // namespace parapet::machine
