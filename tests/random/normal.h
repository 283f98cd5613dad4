// Formulas in negation normal form, and what a fence in them means: the enumerator's own reading of the language.
//
// `=>`, `<=>`, `if` and `not` are gone: a negation is part of a comparison, and a quantifier says how it is read, not how it was written
// (`not exists x. A` is a Forall). Nothing here may be shared with src/: it is what the sources are compared against.
#pragma once

#include <cstdint>
#include <vector>

#include "ld/program.h"

namespace parapet::test {

struct Normal {
  enum class Kind : std::uint8_t { True, False, Compare, Fence, WriteFence, And, Or, Forall, Exists };
  Kind kind = Kind::True;
  ld::Comparison comparison = ld::Comparison::Equal;  // Compare: of source->terms, with the negation worked in
  const ld::Formula* source = nullptr;                // Compare, Forall, Exists: the comparison or quantifier as it was written
  bool others = false;                                // Forall, Exists: only over processes that are no parameter
  std::vector<Normal> args;
};

// Holds pointers into `formula`.
[[nodiscard]] Normal normal(const ld::Formula& formula, bool positive = true);

[[nodiscard]] bool mentions_fence(const Normal& formula, Normal::Kind fence = Normal::Kind::Fence);

// A universal quantifier with a fence in its body demands that fence, whatever its range, empty or not, if the body is the constant false
// once `fence()` is replaced by false: constants are simplified, nothing else is known of comparisons.
//     fence         is false
//     A && B        is false if A or B is
//     A || B        is false if A and B are
//     exists x. A   is false if A is
//     forall x. A   is false if it demands its fence itself; not if A is false without any fence (the range may be empty)
//     forall s : t. A over the values of a type, which has some, is false if A is
// A fence of the other kind is like a comparison.
[[nodiscard]] bool demands_fence(const Normal& universal, Normal::Kind fence = Normal::Kind::Fence);

}  // namespace parapet::test
