// What one search has found: its nodes, the visited ones, the frontier, and what depends on candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "search/cover/fixpoint.h"
#include "search/cube/init_check.h"
#include "search/guess/guess_ladder.h"
#include "search/loop/frontier.h"
#include "search/loop/limits.h"
#include "search/loop/node_words.h"
#include "search/loop/provenance.h"
#include "search/search.h"
#include "search/weak/concept.h"

namespace parapet::search {

// What the searches of one run share.
struct Run {
  Run(const SearchInput& the_input, ReadRule read)
      : input(the_input),
        solver(smt::make_solver(*input.arena, input.solver, outcome.solver)),
        context(*input.system, *input.arena, *solver, read),
        init(context),
        limits(input.options, input.arena->budget()) {
    context.twins = input.options.twins;
  }
  const SearchInput& input;
  Outcome outcome;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  InitCheck init;
  Limits limits;
  std::uint64_t ids = 0;  // of nodes
  bool hunted = false;    // SearchInput::hunt was asked
  std::vector<std::shared_ptr<void>> searches;

  // The instance that invariants are guessed from, explored when it is first asked for; null: there is none.
  const GuessInstance* instance();
  // A counterexample that the instance meets, replayed; the hits are tried once.
  std::optional<Trace> hit();
  // Why the search can never answer SAFE (guess/vanishing.h), if that is seen in the instance; empty: nothing is known.
  std::string why_never_safe();
  // The same instance with processes that may vanish; null: the model has no universal guard, or one of both is not complete.
  const GuessInstance* vanishing_instance();

 private:
  std::optional<Guesses> guesses_;
  std::optional<VanishingGuesses> vanishing_;
  bool hits_tried_ = false;
};

template <SearchEngine Weak>
class Tree {
 public:
  Tree(Run& the_run, typename Weak::Workspace& workspace)
      : run(the_run), frontier(run.input.options.order, run.input.options.postpone), words(workspace, visited) {}
  Tree(const Tree&) = delete;  // its parts refer to each other
  Tree& operator=(const Tree&) = delete;

  Node<Weak>& add(Cube<Weak>&& cube, Node<Weak>* successor, Step<Weak>&& step) {
    ++statistics().generated;
    Node<Weak>& node = add_known(std::move(cube), ++run.ids);
    node.successor = successor;
    if (successor != nullptr) node.root = successor->root;
    node.depth = successor == nullptr ? 0 : successor->depth + 1;
    node.step = std::move(step);
    return node;
  }
  // The cube of a node of another search, under the id that it has there.
  Node<Weak>& add_known(Cube<Weak>&& cube, std::uint64_t id) {
    Node<Weak>& node = nodes_.emplace_back();
    node.id = id;
    node.cube = std::move(cube);
    node.indexed = index_cube(run.context, node.cube);
    return node;
  }
  // Forgets the node that was added last.
  void drop() {
    nodes_.pop_back();
    --run.ids;
  }
  void count(const Cube<Weak>& cube) {
    statistics().processes = std::max<std::uint64_t>(statistics().processes, cube.processes);
    statistics().open_reads = std::max<std::uint64_t>(statistics().open_reads, cube.weak.items.size());
  }

  [[nodiscard]] SearchStatistics& statistics() { return run.outcome.statistics; }
  [[nodiscard]] SearchObserver* observer() const { return run.input.observer; }  // may be null

  Run& run;
  Visited<Weak> visited;
  Frontier<Weak> frontier;
  Provenance<Weak> provenance;
  NodeWords<Weak> words;
  std::optional<Unknown> undecided;  // why the search can no longer answer Safe

 private:
  std::deque<Node<Weak>> nodes_;
};

}  // namespace parapet::search
