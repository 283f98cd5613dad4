// Tuples of processes, for bound variables and indices.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "le/system.h"

namespace parapet::search {

// Calls visit(tuple) for every tuple of `size` terms, the k-th one from range(k), in lexicographic order; allowed(prefix, term) says
// whether the prefix may go on with the term.
template <class Range, class Allowed, class Visit>
void each_tuple(std::size_t size, const Range& range, const Allowed& allowed, const Visit& visit) {
  std::vector<TermId> tuple;
  const auto extend = [&](auto&& self) -> void {
    if (tuple.size() == size) return visit(std::as_const(tuple));
    const std::span<const TermId> terms = range(tuple.size());
    for (const TermId term : terms) {
      if (!allowed(std::as_const(tuple), term)) continue;
      tuple.push_back(term);
      self(self);
      tuple.pop_back();
    }
  };
  extend(extend);
}

// Bound variables of one group denote distinct processes: `values` are those of the first ones, `value` of the next one.
[[nodiscard]] inline bool distinct_in_group(const std::vector<le::Universal::Bound>& bound, const std::vector<TermId>& values,
                                            TermId value) {
  const auto group = bound[values.size()].group;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (bound[k].group == group && values[k] == value) return false;
  }
  return true;
}

}  // namespace parapet::search
