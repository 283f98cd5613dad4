// Codes: values as 32-bit words, so that a state is a row of words.
//
// A value is a number (logic/value.h): the position of a constructor, the number of a process, the number of a label, an integer or a
// rational. A small integer is its own code; every other number is kept once in a table, and its code is its index there. So two values are
// equal iff their codes are equal.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/narrow.h"
#include "base/number.h"

namespace parapet::machine {

using Code = std::int32_t;

// The content of an open cell (NOTE(machine)): its initial value is not constrained by init and was not read yet.
inline constexpr Code open_value = INT32_MIN;

class Numbers {
 public:
  [[nodiscard]] Code code(const Rational& number) {
    if (number.is_integer()) {
      const auto small = number.numerator().small();
      if (small && *small > -first_large && *small < first_large) return narrow<Code>(*small);
    }
    const auto [at, fresh] = places_.try_emplace(number, 0);
    if (fresh) {
      at->second = narrow<Code>(table_.size() + first_large);
      table_.push_back(number);
    }
    return at->second;
  }
  [[nodiscard]] Rational number(Code code) const { return is_small(code) ? Rational(code) : table_[index(code)]; }
  [[nodiscard]] std::strong_ordering compare(Code a, Code b) const {
    return is_small(a) && is_small(b) ? a <=> b : number(a) <=> number(b);
  }
  [[nodiscard]] static bool is_small(Code code) { return code < first_large; }

 private:
  static constexpr Code first_large = 1 << 30;
  [[nodiscard]] static std::size_t index(Code code) { return static_cast<std::size_t>(code - first_large); }

  std::vector<Rational> table_;
  std::map<Rational, Code> places_;
};

// The hash of a row of codes, two codes at a time, for tables of states.
[[nodiscard]] inline std::uint64_t row_hash(std::span<const Code> row) {
  std::uint64_t result = row.size();
  std::size_t k = 0;
  for (; k + 2 <= row.size(); k += 2)
    result = hash_with(result, std::uint64_t{low_bits<std::uint32_t>(row[k])} << 32U | low_bits<std::uint32_t>(row[k + 1]));
  if (k < row.size()) result = hash_with(result, low_bits<std::uint32_t>(row[k]));
  return result;
}

}  // namespace parapet::machine
