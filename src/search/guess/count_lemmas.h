// Count lemmas: candidates that relate shared numbers to how many processes are where (NOTE(counts)).
//
// A lock with a reader count is safe because the count equals the number of processes at certain locations. No cube suggests that: backward,
// "a reader is inside although the count is 0" has one more reader and one more in the count at each step. These lemmas are guessed from
// small instances under SC. Like every candidate they need not be right: each is a root of the search with candidates, blamed if its
// search meets init. They are over memory cells, plain cells, counts and `#procs`, and have no processes and no open reads.
//
//   sample      the states of instances with 1, 2 and 3 processes, numbers exact. Each is a vector: 1, #procs, K(t) of each type that
//               occurs, the integer variables and constants. Instances of different sizes are essential: with one size n, `X = #procs` and
//               `X = n` are the same equation.
//   contexts    the empty one, and single atoms: X = v for a variable of an enumeration; K(t) >= 1 for each type; K(t) = 0 for a type that
//               never has two processes in the sample; comparisons of guards between an integer variable and a number, and their negations.
//   equations   of a context: a basis of the linear equations that all vectors of the context satisfy (their affine hull), by exact
//               elimination, without those that follow from the sum of all K(t) = #procs, from the equations of the empty context, or from
//               the context itself. The columns of integer variables come last, so that each is written in terms of counts. The lemma:
//                   context  implies  equation.
//   guards      for each comparison of integer variables, constants and #procs in a guard, and its negation, that all vectors of a context
//               (X = v or K(t) >= 1) satisfy, the lemma: context implies comparison.
//   weights     (count_weights.h) equations that need no sample.
#pragma once

#include <cstdint>
#include <vector>

#include "search/cube/context.h"

namespace parapet::search {

// The negations of lemmas, as conjunctions: those to be searched first come first. Empty if the model has neither a number nor counts, or
// no instance of it can be explored.
[[nodiscard]] std::vector<std::vector<TermId>> count_lemmas(Context& context);

}  // namespace parapet::search
