#include "search/loop/beside.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "logic/term_transfer.h"

namespace parapet::search {

Beside::Beside(const Run& run, const std::vector<ProvedCube>& proved)
    : common_(run.input.arena->size()),
      budget_((run.input.arena->budget() != nullptr ? *run.input.arena->budget() : Budget()).for_thread(&unwanted_)),
      arena_(run.input.arena->clone(&budget_)),
      input_(run.input),
      nodes_before_(run.outcome.statistics.nodes) {
  input_.arena = arena_.get();
  input_.observer = nullptr;
  input_.options.jobs = 1;
  input_.solver.one_of_several = true;
  run_ = std::make_unique<Run>(input_, run.context.memory, run.scouting());
  search_ = std::make_unique<Backward>(*run_, Backward::Task{true, {}});
  search_->add_proved(proved);
  thread_ = std::thread([this] { work(); });
}

void Beside::stop() {
  unwanted_ = true;
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

const Beside::Turn* Beside::turn(std::size_t number) {
  const std::lock_guard lock(mutex_);
  return known(number);
}

void Beside::wait_for(std::size_t number) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::milliseconds(20), [&] { return known(number) != nullptr; });
}

void Beside::other_in(std::size_t number) {
  {
    const std::lock_guard lock(mutex_);
    other_ = number;
  }
  changed_.notify_all();
}

bool Beside::is_idle() {
  const std::lock_guard lock(mutex_);
  return ended_ || waiting_;
}

Counted Beside::counted() {
  const std::lock_guard lock(mutex_);
  return turns_.empty() ? Counted{} : turns_.back()->counted;
}

std::vector<ProvedCube> Beside::proof(TermArena& into) const {
  std::vector<ProvedCube> result = search_->proof();
  TermSender sender(*arena_, common_);
  TermReceiver receiver(into, common_);
  for (ProvedCube& one : result) {
    each_term(one.cube, [&](TermId& term) { term = sender.send(term); });
    std::vector<TermRecord> records = sender.take_records();
    receiver.receive(records);
    each_term(one.cube, [&](TermId& term) { term = receiver.term(term); });
  }
  return result;
}

const Beside::Turn* Beside::known(std::size_t number) const {
  if (number < turns_.size()) return turns_[number].get();
  return ended_ ? turns_.back().get() : nullptr;
}

void Beside::work() {
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

SideBySide::SideBySide(Run& run, Backward& exact, const std::vector<ProvedCube>& proved, Inferring* inferring)
    : run_(run), exact_(exact), beside_(run, proved), inferring_(inferring), left_(share_of(run.input.options, 0)) {
  // One thread is taken.
  exact_.use_jobs(run.input.options.jobs - 1);
  before_.push_back(counted());
}

Verdict SideBySide::decide() {
  try {
    return search();
  } catch (...) {
    beside_.stop();
    add(beside_.counted());
    throw;
  }
}

Verdict SideBySide::search() {
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

void SideBySide::advance() {
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

std::uint64_t SideBySide::nodes_within_limit() {
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

Verdict SideBySide::by_candidates(std::size_t number, const Beside::Turn& turn) {
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
    return proved_by(run_, beside_.proof(*run_.input.arena));
  }
  return confirmed_last(*turn.verdict);
}

Verdict SideBySide::by_inference(std::size_t number, const Beside::Turn& turn, Verdict verdict) {
  const Counted other = turn.counted;
  beside_.stop();
  run_.outcome.statistics = before_[number].statistics;
  run_.outcome.solver = before_[number].solver;
  add(other);
  run_.outcome.statistics.frontier = other.statistics.frontier;
  return verdict;
}

Verdict SideBySide::by_exact(std::size_t number, const Beside::Turn& turn) {
  static_cast<void>(number);
  const Counted other = turn.counted;
  beside_.stop();
  const std::uint64_t frontier = run_.outcome.statistics.frontier;
  add(other);
  run_.outcome.statistics.frontier = frontier;
  return confirmed_last(with_proof(run_, exact_, std::move(*verdict_)));
}

Verdict SideBySide::confirmed_last(Verdict verdict) {
  if (const auto* unsafe = std::get_if<Unsafe>(&verdict)) static_cast<void>(run_.confirm(unsafe->trace));
  return verdict;
}

void SideBySide::add(const Counted& more) {
  run_.outcome.statistics += more.statistics;
  run_.outcome.solver += more.solver;
}

bool may_run_beside(const SearchInput& input) {
  const bool observed = input.observer != nullptr && input.observer->wants_every_node();
  const bool own_solvers = input.solver.dump == nullptr && !input.solver.cross_check && input.solver.solver != "cvc5";
  const Budget* const budget = input.arena->budget();
  const bool counted = budget != nullptr && budget->limits().work != 0;
  return input.options.jobs > 1 && !observed && own_solvers && !counted;
}

}  // namespace parapet::search
