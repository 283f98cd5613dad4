#include "search/cover/own_index.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "base/narrow.h"

namespace parapet::search {

void OwnIndex::add(std::span<const CellValues> own) {
  key_.clear();
  for (const CellValues& values : own) {
    if (values.refuses == 0) continue;  // who holds a value refuses the others
    const auto [at, fresh] = number_of_.try_emplace(values, narrow<std::uint32_t>(classes_.size()));
    if (fresh) classes_.push_back(values);
    key_.push_back(at->second);
  }
  std::sort(key_.begin(), key_.end(), std::greater<>());
  std::uint32_t at = 0;
  for (const std::uint32_t of_class : key_) {
    std::uint32_t below = branches_[at].first_below;
    while (below != none && branches_[below].of_class != of_class) below = branches_[below].next;
    if (below == none) {
      below = narrow<std::uint32_t>(branches_.size());
      branches_.push_back({of_class, none, branches_[at].first_below, {}});
      branches_[at].first_below = below;
    }
    at = below;
  }
  branches_[at].filed.push_back(size_++);
}

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
__attribute__((target_clones("popcnt", "default")))
#endif
void OwnIndex::estimate(std::span<const CellValues> goal, Scratch& scratch) const {
  scratch.processes = goal.size();
  scratch.costs.resize(classes_.size() * goal.size());
  scratch.least.resize(classes_.size());
  std::uint8_t* out = scratch.costs.data();
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const CellValues of = classes_[k];
    std::uint8_t least = infinite;
    for (const CellValues& there : goal) {
      const auto missing = low_bits<std::uint8_t>(std::popcount(of.holds & ~there.holds));
      *out = (of.refuses & there.holds) == 0 ? missing : infinite;
      least = std::min(least, *out++);
    }
    scratch.least[k] = least;
  }
}

bool OwnIndex::has_injection(std::size_t from, unsigned left, std::uint64_t taken, Scratch& scratch) {
  if (from == scratch.path.size() || scratch.processes > 64 || ++scratch.tries > most_tries) return true;
  const std::uint8_t* const costs = scratch.costs.data() + scratch.path[from] * scratch.processes;
  for (std::size_t p = 0; p < scratch.processes; ++p) {
    if (costs[p] > left || (taken >> p & 1U) != 0) continue;
    if (has_injection(from + 1, left - costs[p], taken | std::uint64_t{1} << p, scratch)) return true;
  }
  return false;
}

}  // namespace parapet::search
