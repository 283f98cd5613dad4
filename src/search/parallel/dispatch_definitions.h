// The definitions of dispatch.h.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "search/parallel/dispatch.h"
#include "search/parallel/workers.h"

namespace parapet::search {

template <SearchEngine Weak>
Dispatch<Weak>::Dispatch(Tree<Weak>& tree, Fixpoint<Weak>& fixpoint, Preimage<Weak>& preimage)
    : tree_(tree), fixpoint_(fixpoint), preimage_(preimage), jobs_(tree.run.input.options.jobs) {}

template <SearchEngine Weak>
Dispatch<Weak>::~Dispatch() = default;

template <SearchEngine Weak>
LookAhead<Weak> Dispatch<Weak>::ahead_of(const Node<Weak>& node) {
  if (!workers_) return {};
  Run& run = tree_.run;
  LookAhead<Weak> look = workers_->take(node, [&](Node<Weak>& other) {
    tree_.outline(other);
    return AheadMaker<Weak>{run.context, tree_.visited, fixpoint_, preimage_, run.outcome.solver}.look(other);
  });
  if (look.restorations != tree_.visited.restorations()) look.forget_visited();
  return look;
}

template <SearchEngine Weak>
void Dispatch<Weak>::send() {
  Run& run = tree_.run;
  const SearchOptions& options = run.input.options;
  if (jobs_ < 2) return;
  if (!workers_) {
    if (tree_.visited.size() < options.alone || !allowed(run.input)) return;
    // The contexts of workers know nothing of guards that were made exact.
    if (run.context.instances.has_exact()) return;
    workers_ = std::make_unique<Workers<Weak>>(run.context, run.input.solver, jobs_ - 1);
  }
  workers_->send(tree_.visited, worth_while());
  if (options.lockstep) workers_->wait();
}

template <SearchEngine Weak>
std::vector<Node<Weak>*> Dispatch<Weak>::worth_while() {
  std::vector<Node<Weak>*> result;
  std::vector<Judged> judged;
  for (Node<Weak>* node : tree_.frontier.upcoming(most_ahead * (workers_->count() + 1))) {
    const auto known = std::find_if(judged_.begin(), judged_.end(), [&](const Judged& one) { return one.node == node; });
    tree_.outline(*node);
    const auto covers = [&](Node<Weak>* earlier) { return fixpoint_.covers(earlier->indexed, node->indexed); };
    const bool in_vain = known != judged_.end() ? known->in_vain : std::any_of(result.begin(), result.end(), covers);
    judged.push_back({node, in_vain});
    if (!in_vain) result.push_back(node);
  }
  judged_ = std::move(judged);
  return result;
}

template <SearchEngine Weak>
void Dispatch<Weak>::finish() {
  workers_.reset();
}

template <SearchEngine Weak>
bool Dispatch<Weak>::allowed(const SearchInput& input) {
  const bool own_solvers = input.solver.dump == nullptr && !input.solver.cross_check && input.solver.solver != "cvc5";
  const bool discarded = input.observer != nullptr && input.observer->wants_discarded();  // told in the order of the nodes
  return own_solvers && !discarded && !Weak::Oracle::asks_about_paths(input.options);
}

}  // namespace parapet::search
