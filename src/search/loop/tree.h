// What one search has found: its nodes, the visited ones, the frontier, and what depends on candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/narrow.h"
#include "cube/init_check.h"
#include "cube/node.h"
#include "infer/scouting.h"
#include "memory/part.h"
#include "search/cover/fixpoint.h"
#include "search/loop/frontier.h"
#include "search/loop/words.h"
#include "search/search.h"

namespace parapet::search {

// When the search gives up: limits of its own (nodes, depth, processes) and, between nodes, those of the run's budget.

class Limits {
 public:
  // `budget`: of the run, null for none.
  Limits(const SearchOptions& options, const Budget* budget) : options_(options), budget_(budget) {}

  // Checked before every node: the reason to stop, if there is one.
  [[nodiscard]] std::optional<std::string> reached(const SearchStatistics& statistics) const;
  // So many nodes were visited by a search in another thread, and count too.
  void count_elsewhere(std::uint64_t nodes) { elsewhere_ = nodes; }
  // Of that reason.
  [[nodiscard]] UnknownKind kind() const;
  // A cube beyond the limits on its own is not searched: the reason why the search is then incomplete.
  [[nodiscard]] std::optional<std::string> beyond(std::uint32_t depth, std::uint32_t processes) const;

 private:
  const SearchOptions& options_;
  const Budget* budget_;
  std::uint64_t elsewhere_ = 0;
};

// What depends on candidates that may turn out to be wrong.
//
// A candidate is an extra unsafe cube (approximation.h). It is the *root* of itself and of the cubes its pre-images lead to; the cubes that
// come from the model's own unsafe formulas alone have no root. A cube is *gone* if visited cubes cover it: it was dropped, deleted, or
// replaced by a candidate. It is gone for good if all of those have its own root or none; otherwise it is remembered with their roots.
//
// When a root is blamed, its cubes are taken out of the visited and the queued ones, and every remembered cube with that root among its
// reasons, whose own root is not blamed, comes back: to the visited ones if it was one, else to the frontier. So at any time the union of
// the visited and the queued cubes without a blamed root contains every cube met so far without a blamed root, which is the invariant of
// the loop.

class Provenance {
 public:
  // `node` is gone because of visited cubes with these roots. False: for good.
  bool remember(Node& node, std::span<Node* const> roots);

  void blame(Node& root, Visited& visited, Frontier& frontier);

  // A cube can outlive the blame of its root in the frontier, or come back later: it is asked before each use.
  [[nodiscard]] static bool is_blamed(const Node& node) { return node.root != nullptr && node.root->blamed; }

 private:
  std::vector<Node*> gone_;
};

// What the searches of one thread share.
struct Run {
  Run(const SearchInput& the_input, const MemoryTraits& kind, std::shared_ptr<Scouting> scouting = std::make_shared<Scouting>());
  const SearchInput& input;
  Outcome outcome;
  std::unique_ptr<smt::Solver> solver;
  Context context;
  std::unique_ptr<MemoryPart> memory;
  InitCheck init;
  Limits limits;
  std::uint64_t ids = 0;  // of nodes
  // Transitions were marked exact (InstanceTable::mark_exact): what was searched without that is to be searched again.
  bool restart = false;
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

class Tree {
 public:
  explicit Tree(Run& the_run) : run(the_run), frontier(run.input.options.order, run.input.options.postpone), words(*run.memory, visited) {}
  Tree(const Tree&) = delete;  // its parts refer to each other
  Tree& operator=(const Tree&) = delete;

  // The cube of a new node is outlined; `outline`: by another thread, of the same literals.
  Node& add(Cube&& cube, Node* successor, Step&& step, IndexedLiterals* outline = nullptr);
  // The cube of a node of another search, under the id that it has there.
  Node& add_known(Cube&& cube, std::uint64_t id, IndexedLiterals* outline = nullptr);
  // A node waits without the prepared form of its cube, which is several times as large as the cube; most nodes that wait at the end of a
  // search never have their turn.
  void put_off(Node& node);
  void outline(Node& node);
  // Another thread has prepared the cube, or nobody has.
  void adopt(Node& node, IndexedLiterals&& prepared);
  void prepare(Node& node);
  void visit(Node& node);
  // Forgets the node that was added last.
  void drop();
  void count(const Cube& cube);

  [[nodiscard]] SearchStatistics& statistics() { return run.outcome.statistics; }
  [[nodiscard]] SearchObserver* observer() const { return run.input.observer; }  // may be null

  Run& run;
  Visited visited;
  Frontier frontier;
  Provenance provenance;
  NodeWords words;
  std::optional<Unknown> undecided;  // why the search can no longer answer Safe

 private:
  std::deque<Node> nodes_;
  IndexedLiterals spare_;  // memory for the next node
};

}  // namespace parapet::search
