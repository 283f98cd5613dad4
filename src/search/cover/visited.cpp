#include "search/cover/visited.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <span>

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

void Visited::add(Node* node) {
  node->visited_at = nodes_.size();
  nodes_.push_back(node);
  rows_.push_back({node->indexed.needs, node->indexed.has, node->indexed.refuses, node->cube.processes});
  OwnRow& own = own_.emplace_back();
  std::copy_n(node->indexed.own.begin(), std::min(node->indexed.own.size(), own.size()), own.begin());
  index_.add(node->indexed.own);
}

void Visited::remove(std::size_t index) {
  nodes_[index]->deleted = true;
  rows_[index].processes = CoverRow::deleted;
  toggled_.push_back(narrow<std::uint32_t>(index));
}

void Visited::restore(std::size_t index) {
  nodes_[index]->deleted = false;
  rows_[index].processes = nodes_[index]->cube.processes;
  toggled_.push_back(narrow<std::uint32_t>(index));
  ++restorations_;
}

void Visited::find_covering(std::size_t begin, const Indexed& g, unsigned most, OwnIndex::Scratch& scratch,
                            std::vector<std::uint32_t>& found) const {
  if (nodes_.size() - begin > few) {
    find_by_index(begin, g, most, scratch, found);
  } else {
    find_by_scan(begin, g, most, found);
  }
}

void Visited::find_by_scan(std::size_t begin, const Indexed& g, unsigned most, std::vector<std::uint32_t>& found) const {
  const std::size_t old = found.size();
  find_covering_rows({rows_.data() + begin, nodes_.size() - begin}, narrow<std::uint32_t>(begin), {g.has, g.holds, g.processes}, most,
                     found);
  keep_with_own_values(own_, g.own, most, old, found);
}

void Visited::find_by_index(std::size_t begin, const Indexed& g, unsigned most, OwnIndex::Scratch& scratch,
                            std::vector<std::uint32_t>& found) const {
  const auto old = static_cast<std::ptrdiff_t>(found.size());
  const CoverGoal goal{g.has, g.holds, g.processes};
  index_.each_group(g.own, most, scratch, [&](std::span<const std::uint32_t> group) {
    const auto from = group.front() >= begin ? group.begin() : std::lower_bound(group.begin(), group.end(), begin);
    keep_covering_rows(rows_, group.subspan(static_cast<std::size_t>(from - group.begin())), goal, most, found);
  });
  std::sort(found.begin() + old, found.end());
}

void Visited::find_covered(std::size_t begin, const Indexed& f, std::vector<std::uint32_t>& found) const {
  for (std::size_t k = begin; k < rows_.size(); ++k) {
    const CoverRow& row = rows_[k];
    const std::uint64_t missing = (f.needs.low & ~row.has.low) | (f.needs.high & ~row.has.high);
    if (missing == 0 && f.processes <= row.processes && row.processes != CoverRow::deleted) found.push_back(narrow<std::uint32_t>(k));
  }
}

}  // namespace parapet::search
