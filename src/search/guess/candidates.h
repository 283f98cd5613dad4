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

#include "search/guess/approximation.h"
#include "search/loop/tree.h"

namespace parapet::search {

template <SearchEngine Weak>
class Candidates {
 public:
  // `wanted` is false for the exact search, which has no candidates.
  Candidates(Tree<Weak>& tree, bool wanted) : tree_(tree) {
    Run& run = tree.run;
    if (wanted) approximation_.emplace(run.context, run.init, run.instance());
  }

  // From now on, where candidates are wanted.
  void guess_from(const GuessInstance& instance) {
    if (approximation_) approximation_->guess_from(instance);
  }

  [[nodiscard]] bool wanted() const { return approximation_.has_value(); }

  // Candidates that no node suggests wait from the start. Counts are functions of the timeline's state; under the event engine, whose reads
  // stay pending, a lemma about memory says little.
  void begin() { push_lemmas(Approximation<Weak>::Tier::First); }
  // The search has had its share and has not closed: once, for count lemmas about pairs, and candidates from a deeper instance. A
  // counterexample, if that has one.
  std::optional<Trace> go_on() {
    push_lemmas(Approximation<Weak>::Tier::Second);
    return deepen();
  }

  // A node is visited. A wrong count lemma whose refutation is long would starve the others: one that has cost eight times as many nodes as
  // the median is given up as if it were blamed.
  void charge(Node<Weak>& node) {
    Node<Weak>* const root = node.root;
    if (root == nullptr || !root->count_lemma || ++root->visits < least_given_up || root->blamed) return;
    std::vector<std::uint64_t> all;
    for (const Node<Weak>* lemma : lemmas_) {
      if (!lemma->blamed && lemma->visits != 0) all.push_back(lemma->visits);
    }
    std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
    if (root->visits >= 8 * all[all.size() / 2]) tree_.provenance.blame(*root, tree_.visited, tree_.frontier);
  }

  // The candidate that replaces the node, or the node itself if there is none.
  [[nodiscard]] Node<Weak>& in_place_of(Node<Weak>& node) {
    if (!approximation_ || node.root == &node) return node;
    auto cube = approximation_->candidate(node);
    for (Cube<Weak>& relation : approximation_->relations(node)) tree_.frontier.push(&make(std::move(relation)));
    if (!cube) return node;
    Node<Weak>& candidate = make(std::move(*cube));
    Node<Weak>* const root = &candidate;
    tree_.provenance.remember(node, {&root, 1});
    if (tree_.observer() != nullptr) tree_.observer()->replaced(tree_.words.describe(node), tree_.words.describe(candidate));
    return candidate;
  }

  // The search from the candidate reached the cube of `met`, which meets init: the guess was wrong. A counterexample, as above.
  std::optional<Trace> blame(Node<Weak>& candidate, const Node<Weak>& met) {
    ++statistics().blamed;
    if (tree_.observer() != nullptr) tree_.observer()->blamed(tree_.words.describe(candidate), tree_.words.describe(met));
    tree_.provenance.blame(candidate, tree_.visited, tree_.frontier);
    approximation_->blame(candidate, processes_of_path(met));
    return deepen();
  }

  // To be called when the search is exhausted: all candidates that were visited and not blamed are proved. Adds them to the outcome.
  void add_proved(Outcome& outcome) {
    for (const Node<Weak>* candidate : all_) {
      if (candidate->blamed || candidate->visited_at == Node<Weak>::not_visited) continue;
      ++statistics().kept;
      if (candidate->deleted) continue;
      outcome.invariants.push_back(tree_.words.invariant(*candidate));
      tree_.words.add_invariant_lines(*candidate, outcome.invariant_lines);
    }
  }

 private:
  // An instance whose exploration was ended early is explored further, once.
  std::optional<Trace> deepen() {
    if (!approximation_) return std::nullopt;
    const GuessInstance* const deeper = tree_.run.deepen();
    if (deeper == nullptr) return std::nullopt;
    approximation_->guess_from(*deeper);
    return tree_.run.deep_hit();
  }

  // The most processes of a cube on the path from the node to its candidate.
  [[nodiscard]] static std::uint32_t processes_of_path(const Node<Weak>& node) {
    std::uint32_t most = 0;
    for (const Node<Weak>* on = &node; on != nullptr; on = on->successor) most = std::max(most, on->cube.processes);
    return most;
  }

  [[nodiscard]] SearchStatistics& statistics() { return tree_.statistics(); }

  void push_lemmas(typename Approximation<Weak>::Tier tier) {
    if (!approximation_ || Weak::engine != timeline_engine) return;
    for (Cube<Weak>& lemma : approximation_->count_candidates(tier)) {
      Node<Weak>& candidate = make(std::move(lemma));
      candidate.count_lemma = true;
      lemmas_.push_back(&candidate);
      tree_.frontier.push(&candidate);
    }
  }

  Node<Weak>& make(Cube<Weak>&& cube) {
    ++statistics().candidates;
    Node<Weak>& candidate = tree_.add(std::move(cube), nullptr, {});
    candidate.root = &candidate;
    all_.push_back(&candidate);
    return candidate;
  }

  Tree<Weak>& tree_;
  std::optional<Approximation<Weak>> approximation_;
  std::vector<Node<Weak>*> all_;
  static constexpr std::uint64_t least_given_up = 12;
  std::vector<const Node<Weak>*> lemmas_;  // count lemmas
};

}  // namespace parapet::search
