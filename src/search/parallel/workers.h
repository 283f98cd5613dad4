// The worker threads of `-j`, which do look-ahead (look_ahead.h). Each has an arena of its own, a clone of the search's. What threads share
// is the updates, tasks and results in their mailboxes, cubes whose terms are numbers of a TermSender, and the numbers of shapes
// (shape_numbers.h), so that visited cubes, nodes and the cubes before them are prepared by one thread only.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "logic/term_transfer.h"
#include "search/parallel/look_ahead.h"

namespace parapet::search {

class Workers {
 public:
  Workers(const Context& context, const smt::SolverOptions& solver, unsigned count);

  // Threads abandon what they are working on.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return mailboxes_.size(); }

  // Sends the workers the changes among the visited cubes, and their tasks: look-ahead for exactly these nodes, in this order.
  void send(Visited& visited, const std::vector<Node*>& upcoming);

  // Waits until the workers have no task left.
  void wait();

  // The look-ahead of a node; empty if it is no task, if no worker has begun it, or if it failed. While a worker is busy with it, the
  // caller does look-ahead itself, callers_look(other), for nodes that no worker has begun.
  template <class CallersLook>
  LookAhead take(const Node& node, const CallersLook& callers_look) {
    std::unique_lock lock(mutex_);
    const auto at = progress_.find(node.id);
    if (at == progress_.end()) return {};
    if (at->second.state == State::Waiting) std::erase_if(tasks_, [&](const Task& task) { return task.node->id == node.id; });
    while (at->second.state == State::Begun) {
      check_budget();
      if (tasks_.empty()) {
        done_.wait_for(lock, std::chrono::milliseconds(20));
        continue;
      }
      Node* const other = tasks_.front().node;
      tasks_.pop_front();
      lock.unlock();
      LookAhead look = callers_look(*other);
      lock.lock();
      progress_[other->id] = {State::Done, std::move(look)};
    }
    LookAhead look = std::move(at->second.look);
    progress_.erase(at);
    for (auto& mailbox : mailboxes_) {
      std::vector<TermRecord> records = std::exchange(mailbox->outbox, {});
      lock.unlock();
      mailbox->from.receive(records);
      lock.lock();
    }
    return look;
  }

 private:
  struct Added {
    Cube cube;
    IndexedLiterals prepared;
  };
  // The changes among the visited cubes since the last update, and the terms they need; to be applied in this order.
  struct Update {
    std::vector<TermRecord> records;
    std::vector<std::shared_ptr<const Added>> added;
    std::vector<std::uint32_t> toggled;
  };
  struct Task {
    Node* node;  // owned by the search; workers read only its id, which does not change
    Cube cube;
    std::size_t tested;
  };
  // What belongs to one worker, and what it exchanges with the search.
  struct Mailbox {
    Mailbox(const Context& context, std::size_t common, const std::atomic<bool>& unwanted)
        : budget((context.arena.budget() != nullptr ? *context.arena.budget() : Budget()).for_thread(&unwanted)),
          arena(context.arena.clone(&budget)),
          to_search(*arena, common),
          from_search(*arena, common),
          from(context.arena, common) {}
    // Accessed by the worker's thread only.
    Budget budget;
    std::unique_ptr<TermArena> arena;
    std::optional<Worker> worker;  // created and destroyed in its thread, since a solver may keep terms per thread (cvc5 does)
    TermSender to_search;
    TermReceiver from_search;
    bool failed = false;
    // Accessed under the lock.
    Update inbox;
    std::vector<TermRecord> outbox;
    // Accessed by the thread of the search only.
    TermReceiver from;
    std::thread thread;
  };
  enum class State : std::uint8_t { Waiting, Begun, Done };
  struct Progress {
    State state = State::Waiting;
    LookAhead look;
  };

  // Called while the search waits for a thread; throws BudgetExhausted.
  void check_budget() const {
    if (context_.arena.budget() != nullptr) context_.arena.budget()->check();
  }

  static constexpr std::size_t most_kept = 64;  // results per worker for nodes that are no longer upcoming

  Cube translated(Cube cube);

  Update updates_of(Visited& visited);

  // For nodes that are no longer upcoming: drops tasks that no worker has begun, and results if there are too many.
  void forget_others(const std::vector<Node*>& upcoming);

  void serve(Mailbox& mailbox);

  void answer(Mailbox& mailbox);

  // A worker that fails or reaches a limit returns empty look-ahead from then on: the search will do the same work and report the failure.
  static LookAhead work(Mailbox& mailbox, Update& updates, const Task& task);

  const Context& context_;  // worker threads read only what does not change: the system and the options
  smt::SolverOptions solver_;
  std::size_t common_;
  TermSender to_all_;
  std::size_t sent_ = 0;  // how many visited cubes were sent
  std::mutex mutex_;
  std::condition_variable work_, done_;
  bool closing_ = false;
  std::atomic<bool> unwanted_{false};  // the same as closing_, for the budgets of the threads
  std::deque<Task> tasks_;
  std::unordered_map<std::uint64_t, Progress> progress_;  // by node
  std::vector<std::unique_ptr<Mailbox>> mailboxes_;
};

}  // namespace parapet::search
