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

template <class Weak>
class Workers {
 public:
  Workers(const Context& context, const smt::SolverOptions& solver, unsigned count)
      : context_(context), solver_(solver), common_(context.arena.size()), to_all_(context.arena, common_) {
    solver_.one_of_several = true;
    mailboxes_.reserve(count);
    try {
      for (unsigned k = 0; k < count; ++k) {
        auto mailbox = std::make_unique<Mailbox>(context, common_, unwanted_);
        mailbox->thread = std::thread([this, at = mailbox.get()] { serve(*at); });
        mailboxes_.push_back(std::move(mailbox));
      }
    } catch (const std::exception&) {
      // The system has no more threads or memory: the search goes on with the workers that started, or without any.
    }
  }

  // Threads abandon what they are working on.
  ~Workers() {
    unwanted_ = true;
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    work_.notify_all();
    for (auto& mailbox : mailboxes_) mailbox->thread.join();
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] std::size_t count() const { return mailboxes_.size(); }

  // Sends the workers the changes among the visited cubes, and their tasks: look-ahead for exactly these nodes, in this order.
  void send(Visited<Weak>& visited, const std::vector<Node<Weak>*>& upcoming) {
    const Update updates = updates_of(visited);
    const std::lock_guard lock(mutex_);
    forget_others(upcoming);
    std::deque<Task> tasks;
    for (Node<Weak>* node : upcoming) {
      const auto [at, fresh] = progress_.try_emplace(node->id);
      if (fresh) {
        tasks.push_back({node, translated(node->cube), node->tested});
      } else if (at->second.state == State::Waiting) {
        tasks.push_back(std::move(*std::find_if(tasks_.begin(), tasks_.end(), [&](const Task& task) { return task.node == node; })));
      }
    }
    tasks_ = std::move(tasks);
    const std::vector<TermRecord> records = to_all_.take_records();
    for (auto& mailbox : mailboxes_) {
      Update& inbox = mailbox->inbox;
      inbox.records.insert(inbox.records.end(), records.begin(), records.end());
      inbox.added.insert(inbox.added.end(), updates.added.begin(), updates.added.end());
      inbox.toggled.insert(inbox.toggled.end(), updates.toggled.begin(), updates.toggled.end());
    }
    work_.notify_all();
  }

  // Waits until the workers have no task left.
  void wait() {
    std::unique_lock lock(mutex_);
    const auto busy = [&] {
      return std::any_of(progress_.begin(), progress_.end(), [](const auto& entry) { return entry.second.state != State::Done; });
    };
    while (!mailboxes_.empty() && busy()) {
      check_budget();
      done_.wait_for(lock, std::chrono::milliseconds(20));
    }
  }

  // The look-ahead of a node; empty if it is no task, if no worker has begun it, or if it failed. While a worker is busy with it, the
  // caller does look-ahead itself, callers_look(other), for nodes that no worker has begun.
  template <class CallersLook>
  LookAhead<Weak> take(const Node<Weak>& node, const CallersLook& callers_look) {
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
      Node<Weak>* const other = tasks_.front().node;
      tasks_.pop_front();
      lock.unlock();
      LookAhead<Weak> look = callers_look(*other);
      lock.lock();
      progress_[other->id] = {State::Done, std::move(look)};
    }
    LookAhead<Weak> look = std::move(at->second.look);
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
    Cube<Weak> cube;
    IndexedLiterals prepared;
  };
  // The changes among the visited cubes since the last update, and the terms they need; to be applied in this order.
  struct Update {
    std::vector<TermRecord> records;
    std::vector<std::shared_ptr<const Added>> added;
    std::vector<std::uint32_t> toggled;
  };
  struct Task {
    Node<Weak>* node;  // owned by the search; workers read only its id, which does not change
    Cube<Weak> cube;
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
    std::optional<Worker<Weak>> worker;  // created and destroyed in its thread, since a solver may keep terms per thread (cvc5 does)
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
    LookAhead<Weak> look;
  };

  // Called while the search waits for a thread; throws BudgetExhausted.
  void check_budget() const {
    if (context_.arena.budget() != nullptr) context_.arena.budget()->check();
  }

  static constexpr std::size_t most_kept = 64;  // results per worker for nodes that are no longer upcoming

  Cube<Weak> translated(Cube<Weak> cube) {
    each_term(cube, [&](TermId& term) { term = to_all_.send(term); });
    return cube;
  }

  Update updates_of(Visited<Weak>& visited) {
    Update updates;
    for (; sent_ < visited.size(); ++sent_) {
      const Node<Weak>& node = visited[sent_];
      updates.added.push_back(std::make_shared<const Added>(Added{translated(node.cube), node.indexed}));
    }
    updates.toggled = visited.take_toggled();
    return updates;
  }

  // For nodes that are no longer upcoming: drops tasks that no worker has begun, and results if there are too many.
  void forget_others(const std::vector<Node<Weak>*>& upcoming) {
    const bool many = progress_.size() > most_kept * count();
    std::erase_if(progress_, [&](const auto& entry) {
      const State state = entry.second.state;
      if (state == State::Begun || (state == State::Done && !many)) return false;
      return std::none_of(upcoming.begin(), upcoming.end(), [&](const Node<Weak>* node) { return node->id == entry.first; });
    });
  }

  void serve(Mailbox& mailbox) {
    try {
      mailbox.worker.emplace(context_, *mailbox.arena, solver_);
    } catch (const std::exception&) {
      mailbox.failed = true;
    }
    answer(mailbox);
    mailbox.worker.reset();
  }

  void answer(Mailbox& mailbox) {
    std::unique_lock lock(mutex_);
    for (;;) {
      work_.wait(lock, [&] { return closing_ || !tasks_.empty(); });
      if (closing_) return;
      Task task = std::move(tasks_.front());
      tasks_.pop_front();
      const std::uint64_t id = task.node->id;
      Update updates = std::exchange(mailbox.inbox, {});
      progress_.at(id).state = State::Begun;
      lock.unlock();
      LookAhead<Weak> look = work(mailbox, updates, task);
      lock.lock();
      auto records = mailbox.to_search.take_records();
      mailbox.outbox.insert(mailbox.outbox.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
      progress_.at(id) = {State::Done, std::move(look)};
      done_.notify_all();
    }
  }

  // A worker that fails or reaches a limit returns empty look-ahead from then on: the search will do the same work and report the failure.
  static LookAhead<Weak> work(Mailbox& mailbox, Update& updates, const Task& task) {
    if (mailbox.failed) return {};
    try {
      mailbox.from_search.receive(updates.records);
      const auto here = [&](TermId& term) { term = mailbox.from_search.term(term); };
      for (const auto& added : updates.added) {
        Cube<Weak> cube = added->cube;
        each_term(cube, here);
        mailbox.worker->add_visited(std::move(cube), added->prepared);
      }
      for (const std::uint32_t at : updates.toggled) mailbox.worker->toggle(at);
      Cube<Weak> cube = task.cube;
      each_term(cube, here);
      LookAhead<Weak> look = mailbox.worker->look(std::move(cube), task.tested);
      for (auto& before : look.before) {
        each_term(before.cube, [&](TermId& term) { term = mailbox.to_search.send(term); });
        each_term(before.step, [&](TermId& term) { term = mailbox.to_search.send(term); });
      }
      look.receiver = &mailbox.from;
      return look;
    } catch (const std::exception&) {
      mailbox.failed = true;
      return {};
    }
  }

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
