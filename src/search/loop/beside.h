// The search with candidates in a thread of its own, beside the exact one (`-j`).
//
// The two searches exchange nothing: each has its own terms, solver and visited cubes, and takes the same turns as it would if they shared
// a thread (run_search.h). Either may be some turns ahead of the other; one that is too far ahead waits, and its thread looks ahead for the
// other (look_ahead.h). The verdict that counts is the first one in the order of the turns,
// and what was counted is what both had counted when that turn ended. So the number of threads changes nothing but the time.
//
// The thread works on a clone of the arena. What it proves is sent back as terms (term_transfer.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "logic/term_transfer.h"
#include "search/loop/backward.h"
#include "search/loop/turns.h"

namespace parapet::search {

class Beside {
 public:
  // How a turn ended.
  struct Turn {
    std::optional<Verdict> verdict;  // nothing: the search goes on, or has nothing more to say
    std::exception_ptr error;        // it ended with an exception
    Counted counted;                 // by this search, from its beginning to the end of the turn
  };

  Beside(const Run& run, const std::vector<ProvedCube>& proved);
  ~Beside() { stop(); }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // Abandons what it is working on; turns that ended stay.
  void stop();

  // The turn, if it has ended. After the last turn of a search that has nothing more to say all turns are like that one.
  [[nodiscard]] const Turn* turn(std::size_t number);
  // Waits for it, for a moment.
  void wait_for(std::size_t number);
  // The other search is in this turn now.
  void other_in(std::size_t number);
  // Its thread has nothing to do: it waits for the other search, has a verdict, or nothing more to say.
  [[nodiscard]] bool is_idle();
  // So many threads may work for this search from now on, its own included.
  void use_jobs(unsigned jobs) { search_->use_jobs(jobs); }
  // What it has counted by the end of its last turn.
  [[nodiscard]] Counted counted();

  // After a turn with Safe, and after stop: the visited cubes and the text of the candidates that they rest on.
  [[nodiscard]] std::vector<ProvedCube> proof(TermArena& into) const;
  [[nodiscard]] const Outcome& outcome() const { return run_->outcome; }

 private:
  static constexpr std::size_t most_ahead = 2;  // turns. Shares double: a search that is further ahead has used far more memory.

  [[nodiscard]] const Turn* known(std::size_t number) const;

  void work();

  std::size_t common_;
  std::atomic<bool> unwanted_{false};
  Budget budget_;
  std::unique_ptr<TermArena> arena_;
  SearchInput input_;
  std::uint64_t nodes_before_;  // of the run, before the first turn
  std::unique_ptr<Run> run_;
  std::unique_ptr<Backward> search_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Under the lock.
  bool stopped_ = false;
  bool ended_ = false;
  bool waiting_ = false;
  std::size_t other_ = 0;
  std::vector<std::unique_ptr<Turn>> turns_;
  std::thread thread_;
};

// Whether two searches may run beside each other: not if somebody wants to hear of every node or query in their order, not with a solver
// that is for one thread only, and not if work is counted over both, since then one depends on the other.
[[nodiscard]] bool may_run_beside(const SearchInput& input);

// The exact search in this thread, the one with candidates beside it, until one has a verdict.
class SideBySide {
 public:
  SideBySide(Run& run, Backward& exact, const std::vector<ProvedCube>& proved, Inferring* inferring);

  Verdict decide();

 private:
  static constexpr std::uint64_t slice = 16;  // nodes between two looks at the other search

  Verdict search();

  // Some nodes of the exact search.
  void advance();

  // How many nodes are certainly within the limit. In its turn the exact search counts what the other one has visited by the end of that
  // turn; as long as this is not known, the whole share of the other one.
  std::uint64_t nodes_within_limit();

  Verdict by_candidates(std::size_t number, const Beside::Turn& turn);

  Verdict by_inference(std::size_t number, const Beside::Turn& turn, Verdict verdict);

  Verdict by_exact(std::size_t number, const Beside::Turn& turn);

  // The other search may have had a trace confirmed since.
  Verdict confirmed_last(Verdict verdict);

  [[nodiscard]] Counted counted() const { return {run_.outcome.statistics, run_.outcome.solver}; }
  void add(const Counted& more);
  void check_budget() const {
    if (run_.input.arena->budget() != nullptr) run_.input.arena->budget()->check();
  }

  Run& run_;
  Backward& exact_;
  Beside beside_;
  Inferring* inferring_;         // null: none
  std::size_t turn_ = 0;         // of the exact search
  std::uint64_t left_;           // nodes of that turn
  std::vector<Counted> before_;  // by turn: what was counted when it began, the other search aside
  std::optional<Verdict> verdict_;
};

}  // namespace parapet::search
