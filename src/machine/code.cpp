#include "machine/code.h"

#include "base/narrow.h"

namespace parapet::machine {

Code Numbers::code(const Rational& number) {
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

}  // namespace parapet::machine
