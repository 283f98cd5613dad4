// The polarity of a subformula (whether it occurs positively, negated, or both) and the quantifiers above it in negation normal form.
#pragma once

#include <utility>

namespace parapet::cub {

// A subformula of `<=>` or of the condition of `if` occurs with both polarities, each with its own quantifiers above it.
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
