// How a subformula occurs, and under which quantifiers, once negations are pushed to the atoms.
#pragma once

#include <utility>

namespace parapet::cub {

// A subformula of `<=>` or of an `if` condition occurs both as it is and negated: two readings, each with its own quantifiers above it.
struct Polarity {
  struct Reading {
    bool occurs = false;
    bool under_universal = false;
  };
  Reading positive{true, false};
  Reading negative;

  [[nodiscard]] Polarity negated() const { return {negative, positive}; }
  [[nodiscard]] Polarity both() const {
    const Reading any{true, positive.under_universal || negative.under_universal};
    return {any, any};
  }
};

}  // namespace parapet::cub
