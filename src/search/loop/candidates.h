// The candidates of one search: which nodes they replace, which were blamed, which were proved.
//
// A candidate is a root (provenance.h): it stands for the nodes that it replaced as long as it is not blamed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "infer/approximation.h"
#include "search/loop/tree.h"

namespace parapet::search {

class Candidates {
 public:
  // `wanted` is false for the exact search, which has no candidates.
  Candidates(Tree& tree, bool wanted);

  // From now on, where candidates are wanted.
  void guess_from(const GuessInstance& instance);

  [[nodiscard]] bool wanted() const { return approximation_.has_value(); }

  // Candidates that no node suggests wait from the start. Counts are functions of the timeline's state; under the event engine, whose reads
  // stay pending, a lemma about memory says little.
  void begin() { push_lemmas(Approximation::Tier::First); }
  // The search has had its share and has not closed: once, for count lemmas about pairs, and candidates from a deeper instance. A
  // counterexample, if that has one.
  std::optional<Trace> go_on();

  // A node is visited. A wrong count lemma whose refutation is long would starve the others: one that has cost eight times as many nodes as
  // the median is given up as if it were blamed.
  void charge(Node& node);

  // The candidate that replaces the node, or the node itself if there is none.
  [[nodiscard]] Node& in_place_of(Node& node);

  // The search from the candidate reached the cube of `met`, which meets init: the guess was wrong. A counterexample, as above.
  std::optional<Trace> blame(Node& candidate, const Node& met);

  // To be called when the search is exhausted: all candidates that were visited and not blamed are proved. Adds them to the outcome.
  void add_proved(Outcome& outcome);

 private:
  // An instance whose exploration was ended early is explored further, once.
  std::optional<Trace> deepen();

  // The most processes of a cube on the path from the node to its candidate.
  [[nodiscard]] static std::uint32_t processes_of_path(const Node& node);

  [[nodiscard]] SearchStatistics& statistics() { return tree_.statistics(); }

  void push_lemmas(Approximation::Tier tier);

  Node& make(Cube&& cube);

  Tree& tree_;
  std::optional<Approximation> approximation_;
  std::vector<Node*> all_;
  static constexpr std::uint64_t least_given_up = 12;
  std::vector<const Node*> lemmas_;  // count lemmas
};

}  // namespace parapet::search
