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
#include "cube/init_check.h"
#include "infer/scouting.h"
#include "search/loop/frontier.h"
#include "search/loop/limits.h"
#include "search/loop/node_words.h"
#include "search/loop/provenance.h"
#include "search/search.h"
#include "memory/part.h"

namespace parapet::search {

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
  explicit Tree(Run& the_run)
      : run(the_run), frontier(run.input.options.order, run.input.options.postpone), words(*run.memory, visited) {}
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
