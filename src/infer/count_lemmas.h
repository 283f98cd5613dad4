// Count lemmas: candidates that relate shared numbers to how many processes are where (NOTE(counts)).
//
// A lock with a reader count is safe because the count equals the number of processes at certain locations. No cube suggests that: backward,
// "a reader is inside although the count is 0" has one more reader and one more in the count at each step. These lemmas are guessed from
// small instances under SC (count_sample.h). Like every candidate they need not be right: each is a root of the search with candidates,
// blamed if its search meets init. They are over memory cells, plain cells, counts and `#procs`, and have no processes and no open reads.
//
//   atoms       X = v for a variable of an enumeration; K(t) >= 1 for each type t that occurs; K(t) = 0 for a type that never has two
//               processes in the sample; comparisons of guards between an integer variable and a number, and their negations.
//   contexts    conjunctions of atoms about different terms: the empty one and single atoms in the first tier, pairs in the second. The
//               second tier is for a search that the first has not closed after its share: pairs are many, and each lemma is one more root.
//               At most 400 of them are used, those with the fewest states first: they have the most equations.
//   equations   of a context: a basis of the linear equations that all vectors of the context satisfy (their affine hull), by exact
//               elimination, without those that follow from the sum of all K(t) = #procs, from the equations of smaller contexts, or from
//               the context itself. The columns of integer variables come last, so that each is written in terms of counts. The lemma:
//                   context  implies  equation.
//   guards      for each comparison of integer variables, constants and #procs in a guard, and its negation, that all vectors of a context
//               (empty, X = v or K(t) >= 1) satisfy, the lemma: context implies comparison. A context is left out if the empty one has it.
//   weights     (count_weights.h) equations that need no sample.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "cube/context.h"

namespace parapet::search {

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

// The negations of lemmas, as conjunctions over z0, z1, ...
[[nodiscard]] std::vector<std::vector<TermId>> count_weights(Context& context);

class CountLemmas {
 public:
  explicit CountLemmas(Context& context);
  ~CountLemmas();
  CountLemmas(const CountLemmas&) = delete;
  CountLemmas& operator=(const CountLemmas&) = delete;

  // The negations of the lemmas of a tier, as conjunctions: those to be searched first come first. Empty if the model has nothing to count
  // for, or no instance of it can be explored.
  [[nodiscard]] std::vector<std::vector<TermId>> first_tier();
  // After the first tier.
  [[nodiscard]] std::vector<std::vector<TermId>> second_tier();

 private:
  class Miner;
  Context& context_;
  std::unique_ptr<Miner> miner_;
};

}  // namespace parapet::search
