// Dispatch of look-ahead to worker threads: which frontier nodes they work on, and what the loop gets back.
//
// Workers are started only after the search has run for a while: a search of few nodes ends before copies of its terms pay off. What they
// compute is a function of cubes alone (look_ahead.h), so they change how long a search takes and nothing else.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "search/loop/tree.h"
#include "search/parallel/look_ahead.h"

namespace parapet::search {

class Workers;

class Dispatch {
 public:
  Dispatch(Tree& tree, Fixpoint& fixpoint, Preimage& preimage);
  ~Dispatch();
  Dispatch(const Dispatch&) = delete;
  Dispatch& operator=(const Dispatch&) = delete;

  // The look-ahead of the workers for a node, reduced to what still holds.
  [[nodiscard]] LookAhead ahead_of(const Node& node);
  // Sends the workers the newly visited cubes and the next nodes of the frontier; starts the workers when the search is long enough.
  void send();
  // So many threads, this one included: SearchOptions::jobs at first. Those that were started already are not ended, but get no more tasks
  // if this one is to be alone. Another thread may call this.
  void use_jobs(unsigned jobs) { jobs_ = jobs; }
  // Ends the threads.
  void finish();

 private:
  static constexpr std::size_t most_ahead = 6;  // per thread. Fewer would stall the main loop; more would waste look-ahead.

  // Not if query files are written (they are numbered in the order of the queries), with cvc5 (not for several threads), or if the oracle
  // needs the path of a node, which workers do not have.
  [[nodiscard]] static bool allowed(const SearchInput& input);
  // The next nodes of the frontier, without those that an earlier one of them covers: they are covered when their turn comes, so most of
  // the work on them would be in vain.
  [[nodiscard]] std::vector<Node*> worth_while();

  Tree& tree_;
  Fixpoint& fixpoint_;
  Preimage& preimage_;
  std::atomic<unsigned> jobs_;
  std::unique_ptr<Workers> workers_;
  struct Judged {
    const Node* node;
    bool in_vain;
  };
  std::vector<Judged> judged_;  // the next nodes of the frontier when tasks were sent last
};

}  // namespace parapet::search
