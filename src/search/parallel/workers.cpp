#include "search/parallel/workers.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <iterator>

namespace parapet::search {

Workers::Workers(const Context& context, const smt::SolverOptions& solver, unsigned count)
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

Workers::~Workers() {
  unwanted_ = true;
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  work_.notify_all();
  for (auto& mailbox : mailboxes_) mailbox->thread.join();
}

void Workers::send(Visited& visited, const std::vector<Node*>& upcoming) {
  const Update updates = updates_of(visited);
  const std::lock_guard lock(mutex_);
  forget_others(upcoming);
  std::deque<Task> tasks;
  for (Node* node : upcoming) {
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

void Workers::wait() {
  std::unique_lock lock(mutex_);
  const auto busy = [&] {
    return std::any_of(progress_.begin(), progress_.end(), [](const auto& entry) { return entry.second.state != State::Done; });
  };
  while (!mailboxes_.empty() && busy()) {
    check_budget();
    done_.wait_for(lock, std::chrono::milliseconds(20));
  }
}

Cube Workers::translated(Cube cube) {
  each_term(cube, [&](TermId& term) { term = to_all_.send(term); });
  return cube;
}

Workers::Update Workers::updates_of(Visited& visited) {
  Update updates;
  for (; sent_ < visited.size(); ++sent_) {
    const Node& node = visited[sent_];
    updates.added.push_back(std::make_shared<const Added>(Added{translated(node.cube), node.indexed}));
  }
  updates.toggled = visited.take_toggled();
  return updates;
}

void Workers::forget_others(const std::vector<Node*>& upcoming) {
  const bool many = progress_.size() > most_kept * count();
  std::erase_if(progress_, [&](const auto& entry) {
    const State state = entry.second.state;
    if (state == State::Begun || (state == State::Done && !many)) return false;
    return std::none_of(upcoming.begin(), upcoming.end(), [&](const Node* node) { return node->id == entry.first; });
  });
}

void Workers::serve(Mailbox& mailbox) {
  try {
    mailbox.worker.emplace(context_, *mailbox.arena, solver_);
  } catch (const std::exception&) {
    mailbox.failed = true;
  }
  answer(mailbox);
  mailbox.worker.reset();
}

void Workers::answer(Mailbox& mailbox) {
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
    LookAhead look = work(mailbox, updates, task);
    lock.lock();
    auto records = mailbox.to_search.take_records();
    mailbox.outbox.insert(mailbox.outbox.end(), std::make_move_iterator(records.begin()), std::make_move_iterator(records.end()));
    progress_.at(id) = {State::Done, std::move(look)};
    done_.notify_all();
  }
}

LookAhead Workers::work(Mailbox& mailbox, Update& updates, const Task& task) {
  if (mailbox.failed) return {};
  try {
    mailbox.from_search.receive(updates.records);
    const auto here = [&](TermId& term) { term = mailbox.from_search.term(term); };
    for (const auto& added : updates.added) {
      Cube cube = added->cube;
      each_term(cube, here);
      mailbox.worker->add_visited(std::move(cube), added->prepared);
    }
    for (const std::uint32_t at : updates.toggled) mailbox.worker->toggle(at);
    Cube cube = task.cube;
    each_term(cube, here);
    LookAhead look = mailbox.worker->look(std::move(cube), task.tested);
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

}  // namespace parapet::search
