#include "search/loop/dispatch.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "search/parallel/workers.h"

namespace parapet::search {

Dispatch::Dispatch(Tree& tree, Fixpoint& fixpoint, Preimage& preimage)
    : tree_(tree), fixpoint_(fixpoint), preimage_(preimage), jobs_(tree.run.input.options.jobs) {}

Dispatch::~Dispatch() = default;

LookAhead Dispatch::ahead_of(const Node& node) {
  if (!workers_) return {};
  Run& run = tree_.run;
  LookAhead look = workers_->take(node, [&](Node& other) {
    tree_.outline(other);
    return AheadMaker{run.context, tree_.visited, fixpoint_, preimage_, run.outcome.solver}.look(other);
  });
  if (look.restorations != tree_.visited.restorations()) look.forget_visited();
  return look;
}

void Dispatch::send() {
  Run& run = tree_.run;
  const SearchOptions& options = run.input.options;
  if (jobs_ < 2) return;
  if (!workers_) {
    if (tree_.visited.size() < options.alone || !allowed(run.input)) return;
    // The contexts of workers know nothing of guards that were made exact.
    if (run.context.instances.has_exact()) return;
    workers_ = std::make_unique<Workers>(run.context, run.input.solver, jobs_ - 1);
  }
  workers_->send(tree_.visited, worth_while());
  if (options.lockstep) workers_->wait();
}

std::vector<Node*> Dispatch::worth_while() {
  std::vector<Node*> result;
  std::vector<Judged> judged;
  for (Node* node : tree_.frontier.upcoming(most_ahead * (workers_->count() + 1))) {
    const auto known = std::find_if(judged_.begin(), judged_.end(), [&](const Judged& one) { return one.node == node; });
    tree_.outline(*node);
    const auto covers = [&](Node* earlier) { return fixpoint_.covers(earlier->indexed, node->indexed); };
    const bool in_vain = known != judged_.end() ? known->in_vain : std::any_of(result.begin(), result.end(), covers);
    judged.push_back({node, in_vain});
    if (!in_vain) result.push_back(node);
  }
  judged_ = std::move(judged);
  return result;
}

void Dispatch::finish() { workers_.reset(); }

bool Dispatch::allowed(const SearchInput& input) {
  const bool own_solvers = input.solver.dump == nullptr && !input.solver.cross_check && input.solver.solver != "cvc5";
  const bool discarded = input.observer != nullptr && input.observer->wants_discarded();  // told in the order of the nodes
  return own_solvers && !discarded && !input.options.orders.asks_about_paths();
}

}  // namespace parapet::search
