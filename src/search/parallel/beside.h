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

template <SearchEngine Weak>
class Beside {
 public:
  // How a turn ended.
  struct Turn {
    std::optional<Verdict> verdict;  // nothing: the search goes on, or has nothing more to say
    std::exception_ptr error;        // it ended with an exception
    Counted counted;                 // by this search, from its beginning to the end of the turn
  };

  Beside(const Run& run, const std::vector<ProvedCube<Weak>>& proved)
      : common_(run.input.arena->size()),
        budget_((run.input.arena->budget() != nullptr ? *run.input.arena->budget() : Budget()).for_thread(&unwanted_)),
        arena_(run.input.arena->clone(&budget_)),
        input_(run.input),
        nodes_before_(run.outcome.statistics.nodes) {
    input_.arena = arena_.get();
    input_.observer = nullptr;
    input_.options.jobs = 1;
    input_.solver.one_of_several = true;
    run_ = std::make_unique<Run>(input_, &Weak::own_read, run.scouting());
    search_ = std::make_unique<Backward<Weak>>(*run_, typename Backward<Weak>::Task{true, {}});
    search_->add_proved(proved);
    thread_ = std::thread([this] { work(); });
  }
  ~Beside() { stop(); }
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;

  // Abandons what it is working on; turns that ended stay.
  void stop() {
    unwanted_ = true;
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  // The turn, if it has ended. After the last turn of a search that has nothing more to say all turns are like that one.
  [[nodiscard]] const Turn* turn(std::size_t number) {
    const std::lock_guard lock(mutex_);
    return known(number);
  }
  // Waits for it, for a moment.
  void wait_for(std::size_t number) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return known(number) != nullptr; });
  }
  // The other search is in this turn now.
  void other_in(std::size_t number) {
    {
      const std::lock_guard lock(mutex_);
      other_ = number;
    }
    changed_.notify_all();
  }
  // Its thread has nothing to do: it waits for the other search, has a verdict, or nothing more to say.
  [[nodiscard]] bool is_idle() {
    const std::lock_guard lock(mutex_);
    return ended_ || waiting_;
  }
  // So many threads may work for this search from now on, its own included.
  void use_jobs(unsigned jobs) { search_->use_jobs(jobs); }
  // What it has counted by the end of its last turn.
  [[nodiscard]] Counted counted() {
    const std::lock_guard lock(mutex_);
    return turns_.empty() ? Counted{} : turns_.back()->counted;
  }

  // After a turn with Safe, and after stop: the visited cubes and the text of the candidates that they rest on.
  [[nodiscard]] std::vector<ProvedCube<Weak>> proof(TermArena& into) const {
    std::vector<ProvedCube<Weak>> result = search_->proof();
    TermSender sender(*arena_, common_);
    TermReceiver receiver(into, common_);
    for (ProvedCube<Weak>& one : result) {
      each_term(one.cube, [&](TermId& term) { term = sender.send(term); });
      std::vector<TermRecord> records = sender.take_records();
      receiver.receive(records);
      each_term(one.cube, [&](TermId& term) { term = receiver.term(term); });
    }
    return result;
  }
  [[nodiscard]] const Outcome& outcome() const { return run_->outcome; }

 private:
  static constexpr std::size_t most_ahead = 2;  // turns. Shares double: a search that is further ahead has used far more memory.

  [[nodiscard]] const Turn* known(std::size_t number) const {
    if (number < turns_.size()) return turns_[number].get();
    return ended_ ? turns_.back().get() : nullptr;
  }

  void work() {
    for (std::size_t number = 0;; ++number) {
      {
        std::unique_lock lock(mutex_);
        if (ended_) return;
        waiting_ = true;
        changed_.wait(lock, [&] { return stopped_ || number <= other_ + most_ahead; });
        waiting_ = false;
        if (stopped_) return;
      }
      auto turn = std::make_unique<Turn>();
      bool last = false;
      try {
        // The other search visits all nodes of its turns, or the run has ended before this one.
        run_->limits.count_elsewhere(nodes_before_ + shares_before(input_.options, number));
        CandidatesTurn done = candidates_turn(*run_, *search_, number);
        turn->verdict = std::move(done.verdict);
        last = done.last;
      } catch (...) {
        turn->error = std::current_exception();
        last = true;
      }
      turn->counted = {run_->outcome.statistics, run_->outcome.solver};
      const std::lock_guard lock(mutex_);
      turns_.push_back(std::move(turn));
      ended_ = last;
      changed_.notify_all();
    }
  }

  std::size_t common_;
  std::atomic<bool> unwanted_{false};
  Budget budget_;
  std::unique_ptr<TermArena> arena_;
  SearchInput input_;
  std::uint64_t nodes_before_;  // of the run, before the first turn
  std::unique_ptr<Run> run_;
  std::unique_ptr<Backward<Weak>> search_;
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
[[nodiscard]] inline bool may_run_beside(const SearchInput& input) {
  const bool observed = input.observer != nullptr && input.observer->wants_every_node();
  const bool own_solvers = input.solver.dump == nullptr && !input.solver.cross_check && input.solver.solver != "cvc5";
  const Budget* const budget = input.arena->budget();
  const bool counted = budget != nullptr && budget->limits().work != 0;
  return input.options.jobs > 1 && !observed && own_solvers && !counted;
}

// The exact search in this thread, the one with candidates beside it, until one has a verdict.
template <SearchEngine Weak>
class SideBySide {
 public:
  SideBySide(Run& run, Backward<Weak>& exact, const std::vector<ProvedCube<Weak>>& proved, Inferring<Weak>* inferring)
      : run_(run), exact_(exact), beside_(run, proved), inferring_(inferring), left_(share_of(run.input.options, 0)) {
    // One thread is taken.
    exact_.use_jobs(run.input.options.jobs - 1);
    before_.push_back(counted());
  }

  Verdict decide() {
    try {
      return search();
    } catch (...) {
      beside_.stop();
      add(beside_.counted());
      throw;
    }
  }

 private:
  static constexpr std::uint64_t slice = 16;  // nodes between two looks at the other search

  Verdict search() {
    for (std::size_t number = 0;; ++number) {
      const auto* other = beside_.turn(number);
      for (; other == nullptr; other = beside_.turn(number)) {
        if (verdict_ || turn_ > number + 1) {
          beside_.use_jobs(run_.input.options.jobs);
          beside_.wait_for(number);
          check_budget();
        } else {
          advance();
        }
      }
      // This thread goes on: more than that many would get in its way.
      beside_.use_jobs(run_.input.options.jobs - 1);
      if (other->verdict || other->error) return by_candidates(number, *other);
      if (inferring_ != nullptr) {
        if (auto verdict = inferring_->take_turn(number)) return by_inference(number, *other, std::move(*verdict));
      }
      while (turn_ == number && !verdict_) advance();
      if (turn_ == number) return by_exact(number, *other);
    }
  }

  // Some nodes of the exact search.
  void advance() {
    exact_.use_jobs(run_.input.options.jobs - (beside_.is_idle() ? 0 : 1));
    const std::uint64_t nodes = std::min({left_, slice, nodes_within_limit()});
    if (nodes == 0) {
      beside_.wait_for(turn_);
      check_budget();
      return;
    }
    verdict_ = exact_.advance(nodes);
    left_ -= nodes;
    if (verdict_ || left_ != 0) return;
    before_.push_back(counted());
    left_ = share_of(run_.input.options, ++turn_);
    beside_.other_in(turn_);
  }

  // How many nodes are certainly within the limit. In its turn the exact search counts what the other one has visited by the end of that
  // turn; as long as this is not known, the whole share of the other one.
  std::uint64_t nodes_within_limit() {
    const std::uint64_t most = run_.input.options.max_nodes;
    if (most == 0) return UINT64_MAX;
    if (const auto* other = beside_.turn(turn_)) {
      run_.limits.count_elsewhere(other->counted.statistics.nodes);
      return UINT64_MAX;
    }
    const std::uint64_t shares = shares_before(run_.input.options, turn_ + 1);
    run_.limits.count_elsewhere(shares);
    const std::uint64_t used = run_.outcome.statistics.nodes + shares + 1;
    return used < most ? most - used : 0;
  }

  Verdict by_candidates(std::size_t number, const typename Beside<Weak>::Turn& turn) {
    beside_.stop();
    if (turn.error) std::rethrow_exception(turn.error);
    if (auto proved = last_word(run_, *turn.verdict, inferring_)) return by_inference(number, turn, std::move(*proved));
    run_.outcome.statistics = before_[number].statistics;
    run_.outcome.solver = before_[number].solver;
    add(turn.counted);
    run_.outcome.statistics.frontier = turn.counted.statistics.frontier;
    if (std::holds_alternative<Safe>(*turn.verdict)) {
      const auto append = [&](std::vector<std::string> Outcome::*part) {
        const auto& more = beside_.outcome().*part;
        (run_.outcome.*part).insert((run_.outcome.*part).end(), more.begin(), more.end());
      };
      append(&Outcome::invariants);
      append(&Outcome::invariant_lines);
      return proved_by<Weak>(run_, beside_.proof(*run_.input.arena));
    }
    return confirmed_last(*turn.verdict);
  }

  Verdict by_inference(std::size_t number, const typename Beside<Weak>::Turn& turn, Verdict verdict) {
    const Counted other = turn.counted;
    beside_.stop();
    run_.outcome.statistics = before_[number].statistics;
    run_.outcome.solver = before_[number].solver;
    add(other);
    run_.outcome.statistics.frontier = other.statistics.frontier;
    return verdict;
  }

  Verdict by_exact(std::size_t number, const typename Beside<Weak>::Turn& turn) {
    static_cast<void>(number);
    const Counted other = turn.counted;
    beside_.stop();
    const std::uint64_t frontier = run_.outcome.statistics.frontier;
    add(other);
    run_.outcome.statistics.frontier = frontier;
    return confirmed_last(with_proof(run_, exact_, std::move(*verdict_)));
  }

  // The other search may have had a trace confirmed since.
  Verdict confirmed_last(Verdict verdict) {
    if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) static_cast<void>(run_.confirm(unsafe->trace));
    return verdict;
  }

  [[nodiscard]] Counted counted() const { return {run_.outcome.statistics, run_.outcome.solver}; }
  void add(const Counted& more) {
    run_.outcome.statistics += more.statistics;
    run_.outcome.solver += more.solver;
  }
  void check_budget() const {
    if (run_.input.arena->budget() != nullptr) run_.input.arena->budget()->check();
  }

  Run& run_;
  Backward<Weak>& exact_;
  Beside<Weak> beside_;
  Inferring<Weak>* inferring_;   // null: none
  std::size_t turn_ = 0;         // of the exact search
  std::uint64_t left_;           // nodes of that turn
  std::vector<Counted> before_;  // by turn: what was counted when it began, the other search aside
  std::optional<Verdict> verdict_;
};

}  // namespace parapet::search
