#include "search/cover/visited.h"

#include <algorithm>
#include <span>

#include "base/narrow.h"

namespace parapet::search {

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
