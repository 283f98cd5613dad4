#include "search/loop/candidates.h"

#include <algorithm>
#include <utility>

namespace parapet::search {

Candidates::Candidates(Tree& tree, bool wanted) : tree_(tree) {
  Run& run = tree.run;
  if (wanted) approximation_.emplace(*run.memory, run.init, run.instance());
}

void Candidates::guess_from(const GuessInstance& instance) {
  if (approximation_) approximation_->guess_from(instance);
}

std::optional<Trace> Candidates::go_on() {
  push_lemmas(Approximation::Tier::Second);
  return deepen();
}

void Candidates::charge(Node& node) {
  Node* const root = node.root;
  if (root == nullptr || !root->count_lemma || ++root->visits < least_given_up || root->blamed) return;
  std::vector<std::uint64_t> all;
  for (const Node* lemma : lemmas_) {
    if (!lemma->blamed && lemma->visits != 0) all.push_back(lemma->visits);
  }
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2), all.end());
  if (root->visits >= 8 * all[all.size() / 2]) tree_.provenance.blame(*root, tree_.visited, tree_.frontier);
}

Node& Candidates::in_place_of(Node& node) {
  if (!approximation_ || node.root == &node) return node;
  auto cube = approximation_->candidate(node);
  for (Cube& relation : approximation_->relations(node)) tree_.frontier.push(&make(std::move(relation)));
  if (!cube) return node;
  Node& candidate = make(std::move(*cube));
  Node* const root = &candidate;
  tree_.provenance.remember(node, {&root, 1});
  if (tree_.observer() != nullptr) tree_.observer()->replaced(tree_.words.describe(node), tree_.words.describe(candidate));
  return candidate;
}

std::optional<Trace> Candidates::blame(Node& candidate, const Node& met) {
  ++statistics().blamed;
  if (tree_.observer() != nullptr) tree_.observer()->blamed(tree_.words.describe(candidate), tree_.words.describe(met));
  tree_.provenance.blame(candidate, tree_.visited, tree_.frontier);
  approximation_->blame(candidate, processes_of_path(met));
  return deepen();
}

void Candidates::add_proved(Outcome& outcome) {
  for (const Node* candidate : all_) {
    if (candidate->blamed || candidate->visited_at == Node::not_visited) continue;
    ++statistics().kept;
    if (candidate->deleted) continue;
    outcome.invariants.push_back(tree_.words.invariant(*candidate));
    tree_.words.add_invariant_lines(*candidate, outcome.invariant_lines);
  }
}

std::optional<Trace> Candidates::deepen() {
  if (!approximation_) return std::nullopt;
  const GuessInstance* const deeper = tree_.run.deepen();
  if (deeper == nullptr) return std::nullopt;
  approximation_->guess_from(*deeper);
  return tree_.run.deep_hit();
}

std::uint32_t Candidates::processes_of_path(const Node& node) {
  std::uint32_t most = 0;
  for (const Node* on = &node; on != nullptr; on = on->successor) most = std::max(most, on->cube.processes);
  return most;
}

void Candidates::push_lemmas(Approximation::Tier tier) {
  if (!approximation_ || !tree_.run.context.memory.counts_now) return;
  for (Cube& lemma : approximation_->count_candidates(tier)) {
    Node& candidate = make(std::move(lemma));
    candidate.count_lemma = true;
    lemmas_.push_back(&candidate);
    tree_.frontier.push(&candidate);
  }
}

Node& Candidates::make(Cube&& cube) {
  ++statistics().candidates;
  Node& candidate = tree_.add(std::move(cube), nullptr, {});
  candidate.root = &candidate;
  all_.push_back(&candidate);
  return candidate;
}

}  // namespace parapet::search
