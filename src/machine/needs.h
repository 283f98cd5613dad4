// The first test of an attempt to fire: the conjuncts of the guard that compare one cell of memory with a constant. Most firings fail it in
// most states, so explorations make it before they prepare an attempt.
#pragma once

#include <algorithm>

#include "machine/instance.h"

namespace parapet::machine {

// Whether one of Firing::needs fails; value(location) is what memory holds. An open cell fails none.
template <class Value>
[[nodiscard]] bool fails_a_need(const Firing& firing, const Value& value) {
  return std::any_of(firing.needs.begin(), firing.needs.end(), [&](const CellTest& need) {
    const Code held = value(need.location);
    return held != open_value && (held == need.value) != need.equal;
  });
}

}  // namespace parapet::machine
