// Codes: values as 32-bit words, so that a state is a row of words.
//
// A value is a number (logic/value.h): the position of a constructor, the number of a process, the number of a label, an integer or a
// rational. A small integer is its own code; every other number is kept once in a table, and its code is its index there. So two values are
// equal iff their codes are equal.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "base/number.h"

namespace parapet::machine {

using Code = std::int32_t;

// The content of an open cell (NOTE(machine)): its initial value is not constrained by init and was not read yet.
inline constexpr Code open_value = INT32_MIN;

class Numbers {
 public:
  [[nodiscard]] Code code(const Rational& number);
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

}  // namespace parapet::machine
