// The one way to a smaller integer type: a value that does not fit is a defect of ours and ends the run, in release builds too.
//
// A silent cut is worse than a crash: a process number cut to 16 bits makes #32769 the same process as #1, and a cover test that compares
// the two proves an unsafe model safe. `static_cast` between integer types therefore stays for conversions that keep every value
// (tests/unit/casts_test.cpp holds the sources against that).
#pragma once

#include <concepts>
#include <utility>

#include "base/contract.h"

namespace parapet {

template <std::integral To, std::integral From>
requires(!std::same_as<To, bool> && !std::same_as<From, bool>) [[nodiscard]] constexpr To narrow(From value) {
  if (!std::in_range<To>(value)) contract_failed("a number fits the type it is stored in", __FILE__, __LINE__);
  return static_cast<To>(value);
}

}  // namespace parapet
