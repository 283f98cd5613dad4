// Count lemmas by weights: equations between a number and counts that are inductive by their construction, without a sample.
//
// For an integer variable X with one initial value x0 and a counted array A, weights w(l) of the constructors of A are sought such that
//     X = x0 + the sum over l of w(l) * K(A = l)
// holds initially and every firing keeps it:
//   1. constructors that init allows have weight 0;
//   2. a transition changes X by a constant d, found from its value and the equalities of its guard (no assignment to X: d = 0);
//   3. it assigns A at one parameter q at most, a constructor l'; then w(l') - w(l) = d for every l that its guard allows for A[q]. If it
//      does not assign A, d = 0.
// The conditions are edges of a graph whose potentials are the weights. A transition whose change of X is not constant (`X := 0`) gives no
// edge; its own condition, guard && A[q] = l && new value <> X + w(l') - w(l), is one more lemma. Nothing here has to be right: each lemma
// is a candidate, tested against init and blamed if its search meets init.
#pragma once

#include <vector>

#include "cube/context.h"

namespace parapet::search {

// The negations of lemmas, as conjunctions over z0, z1, ...
[[nodiscard]] std::vector<std::vector<TermId>> count_weights(Context& context);

}  // namespace parapet::search
