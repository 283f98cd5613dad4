// What one search has found: its nodes, the visited ones, the frontier, and what depends on candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/narrow.h"
#include "search/cover/fixpoint.h"
#include "search/cube/init_check.h"
#include "search/guess/scouting.h"
#include "search/loop/frontier.h"
#include "search/loop/limits.h"
#include "search/loop/node_words.h"
#include "search/loop/provenance.h"
#include "search/search.h"
#include "search/weak/concept.h"

namespace parapet::search {

// What the searches of one thread share.
struct Run {
  Run(const SearchInput& the_input, ReadRule read, std::shared_ptr<Scouting> scouting = std::make_shared<Scouting>())
      : input(the_input),
        solver(smt::make_solver(*input.arena, input.solver, outcome.solver)),
        context(*input.system, *input.arena, *solver, read),
        init(context),
        limits(input.options, input.arena->budget()),
        scouting_(std::move(scouting)) {
    context.twins = input.options.twins;
  }
  const SearchInput& input;
  Outcome outcome;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  InitCheck init;
  Limits limits;
  std::uint64_t ids = 0;  // of nodes
  bool restart =
      false;  // transitions were marked exact (InstanceTable::mark_exact): what was searched without that is to be searched again
  std::vector<std::shared_ptr<void>> searches;

  // A path through these LD transitions could not be executed. True: there were universal guards among them that can be made exact.
  template <class Transitions>
  bool make_exact(const Transitions& sources) {
    for (const std::uint32_t source : sources) restart = context.instances.mark_exact(source) || restart;
    return restart;
  }

  // See Scouting.
  const GuessInstance* instance() { return scouting_->instance(input, outcome.statistics); }
  const GuessInstance* deepen() { return scouting_->deepen(input, outcome.statistics); }
  std::optional<Trace> deep_hit() { return scouting_->deep_hit(input); }
  const GuessInstance* explored(std::uint32_t variables) { return scouting_->explored(variables); }
  const GuessInstance* vanishing_instance() { return scouting_->vanishing_instance(input); }
  std::optional<Trace> hit() { return scouting_->hit(input, outcome.statistics); }
  std::string why_never_safe() { return scouting_->why_never_safe(input); }
  std::optional<Trace> hunt() { return scouting_->hunt(input); }
  std::string confirm(const Trace& trace) { return scouting_->confirm(input, trace); }
  [[nodiscard]] const std::shared_ptr<Scouting>& scouting() const { return scouting_; }

 private:
  std::shared_ptr<Scouting> scouting_;
};

template <SearchEngine Weak>
class Tree {
 public:
  Tree(Run& the_run, typename Weak::Workspace& workspace)
      : run(the_run), frontier(run.input.options.order, run.input.options.postpone), words(workspace, visited) {}
  Tree(const Tree&) = delete;  // its parts refer to each other
  Tree& operator=(const Tree&) = delete;

  // The cube of a new node is outlined; `outline`: by another thread, of the same literals.
  Node<Weak>& add(Cube<Weak>&& cube, Node<Weak>* successor, Step<Weak>&& step, IndexedLiterals* outline = nullptr) {
    ++statistics().generated;
    Node<Weak>& node = add_known(std::move(cube), ++run.ids, outline);
    node.successor = successor;
    if (successor != nullptr) node.root = successor->root;
    node.depth = successor == nullptr ? 0 : successor->depth + 1;
    node.step = std::move(step);
    return node;
  }
  // The cube of a node of another search, under the id that it has there.
  Node<Weak>& add_known(Cube<Weak>&& cube, std::uint64_t id, IndexedLiterals* outline = nullptr) {
    Node<Weak>& node = nodes_.emplace_back();
    node.id = id;
    node.cube = std::move(cube);
    node.indexed =
        outline != nullptr ? adopt_index(std::move(*outline), node.cube) : outline_cube(run.context, node.cube, std::exchange(spare_, {}));
    node.indexed.node = id;
    return node;
  }
  // A node waits without the prepared form of its cube, which is several times as large as the cube; most nodes that wait at the end of a
  // search never have their turn.
  void put_off(Node<Weak>& node) {
    spare_ = std::exchange(node.indexed, {});
    frontier.push(&node);
  }
  void outline(Node<Weak>& node) {
    if (node.indexed.cube != nullptr) return;
    node.indexed = outline_cube(run.context, node.cube);
    node.indexed.node = node.id;
  }
  // Another thread has prepared the cube, or nobody has.
  void adopt(Node<Weak>& node, IndexedLiterals&& prepared) {
    if (node.indexed.complete || prepared.flats.empty()) return;
    node.indexed = adopt_index(std::move(prepared), node.cube);
    node.indexed.node = node.id;
  }
  void prepare(Node<Weak>& node) {
    outline(node);
    complete_index(run.context, node.indexed);
  }
  void visit(Node<Weak>& node) {
    prepare(node);
    visited.add(&node);
  }
  // Forgets the node that was added last.
  void drop() {
    spare_ = std::move(nodes_.back().indexed);
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
  IndexedLiterals spare_;  // memory for the next node
};

}  // namespace parapet::search
