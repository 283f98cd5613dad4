// Lemmas and obligations of the inference.
//
// A *lemma* claims that no reachable state is in its cubes. It is one of
//   root     an unsafe cube of the model: what is to be proved
//   trusted  a cube of a user invariant: never expanded, as in the search
//   view     a conjunction of conditions on the features of a view that no known view satisfies
//   exact    an obligation that no view can speak about, kept as it is
//   count    an equation between a number and counts of processes is broken (count_lemmas.h): no view of few processes says that
// A view lemma with nested features is several cubes, one for each way its pointers B can go: to one of the view's processes, to a process
// `#n`, to a new one t, with the literals B = t and A[t] in S. So nested terms need no literals of their own.
// An *obligation* is a cube of the pre-image of a lemma's cube. Roots and lemmas must cover it.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "cube/indexed.h"
#include "cube/node.h"
#include "infer/views/learn.h"
#include "memory/part.h"

namespace parapet::search::views {

using LemmaNumber = std::uint32_t;
using ObligationNumber = std::uint32_t;

struct Lemma {
  enum class Kind : std::uint8_t { Root, Trusted, View, Exact, Count };
  Kind kind = Kind::View;
  std::size_t table = 0;              // View
  std::vector<Condition> conditions;  // View
  std::deque<Cube> cubes;
  std::deque<Indexed> indexed;                          // by cube
  ObligationNumber from = 0;                            // Exact: the obligation that it is
  bool alive = true;                                    // no counterexample was found
  bool needed = false;                                  // a root, or an obligation of a needed lemma rests on it
  bool expanded = false;                                // its obligations are known
  std::vector<ObligationNumber> obligations, supports;  // its own; those that rest on it
};

struct Obligation {
  Cube cube;
  Indexed indexed;
  Step step;
  LemmaNumber lemma = 0;  // whose pre-image it is in
  bool open = true;
  bool queued = false;
  bool never_exact = false;  // it was kept as an exact cube, and that failed
  std::vector<LemmaNumber> support;
};

// The cubes of a view lemma, normalised, without those that are unsatisfiable.
[[nodiscard]] std::deque<Cube> cubes_of(const MemoryPart& memory, const Vocabulary& vocabulary, const std::vector<Condition>& conditions);

}  // namespace parapet::search::views
