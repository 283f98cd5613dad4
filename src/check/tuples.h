// Tuples over a range of values. The checker has its own enumerator: it shares no code with the search that it checks.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace parapet::check {

// Calls visit(tuple) for every tuple of `size` values of the range, in lexicographic order; allowed(prefix, value) says whether the value
// may come next after the prefix.
template <class Value, class Allowed, class Visit>
void each_tuple(const std::vector<Value>& range, std::size_t size, const Allowed& allowed, const Visit& visit) {
  std::vector<Value> tuple;
  const auto extend = [&](const auto& self) -> void {
    if (tuple.size() == size) return visit(std::as_const(tuple));
    for (const Value& value : range) {
      if (!allowed(std::as_const(tuple), value)) continue;
      tuple.push_back(value);
      self(self);
      tuple.pop_back();
    }
  };
  extend(extend);
}

}  // namespace parapet::check
