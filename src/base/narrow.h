// Conversions between integer types that say what they do.
//
// A silent cut is worse than a crash: a process number cut to 16 bits makes #32769 the same process as #1, and a cover test that compares
// the two proves an unsafe model safe. So a `static_cast` to an integer type smaller than a word, or to a character, stands here only
// (tests/unit/casts_test.cpp holds the sources against that).
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "base/contract.h"

namespace parapet {

// The same number in another type; one that does not fit is a defect of ours and ends the run, in release builds too.
template <std::integral To, std::integral From>
requires(!std::same_as<To, bool> && !std::same_as<From, bool>) [[nodiscard]] constexpr To narrow(From value) {
  const bool fits = static_cast<From>(static_cast<To>(value)) == value && (value < From{}) == (static_cast<To>(value) < To{});
  if (!fits) contract_failed("a number fits the type it is stored in", __FILE__, __LINE__);
  return static_cast<To>(value);
}

// The low bits of a number, the rest being dropped on purpose: hashes, digits of long numbers, bit fields.
template <std::integral To, std::integral From>
[[nodiscard]] constexpr To low_bits(From value) {
  return static_cast<To>(value);
}

// The number of an enumerator.
template <std::integral To, class Enum>
requires std::is_enum_v<Enum>
[[nodiscard]] constexpr To number_of(Enum value) { return narrow<To>(static_cast<std::underlying_type_t<Enum>>(value)); }

// The byte that a character is, from 0 to 255.
[[nodiscard]] constexpr unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

}  // namespace parapet
