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
