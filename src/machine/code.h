// Values as small numbers, so that a state is a row of words.
//
// A value is a number (logic/value.h): a constructor by its position, a process by its place, a label, an integer or a rational. Small
// integers are their own code; every other number is kept in a table and its code is its place there. So equal codes are equal values.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "base/number.h"

namespace parapet::machine {

using Code = std::int32_t;

// In place of a code: a cell whose initial value init leaves open and nobody has looked at.
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
