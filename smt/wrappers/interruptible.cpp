#include "smt/wrappers/interruptible.h"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

namespace parapet::smt {
namespace {

// The time between two checks of the budget while a query runs, and between two interruptions of the query.
constexpr std::chrono::milliseconds tick{10};
// How often a query is interrupted before it is abandoned.
constexpr int most_interruptions = 10;

}  // namespace

struct Interruptible::Room {
  explicit Room(Make the_make) : make(std::move(the_make)) {}

  const Make make;
  std::mutex mutex;
  std::condition_variable to_thread, to_caller;
  // Accessed under the lock.
  Task task;
  bool busy = true;  // calling `make`, later running a task
  bool closing = false;
  std::exception_ptr error;
  std::unique_ptr<Solver> solver;  // used by the thread, interrupted by the caller
  // The results of a task. They belong to the thread while it is busy, otherwise to the caller.
  Answer answer = Answer::Unknown;
  std::string reason;
  Value value;
  std::vector<TermId> core;
};

void Interruptible::serve(Room& room) {
  const auto finish = [&](const auto& work) {
    std::exception_ptr error;
    try {
      work();
    } catch (...) {
      error = std::current_exception();
    }
    const std::lock_guard lock(room.mutex);
    room.error = error;
    room.busy = false;
    room.to_caller.notify_one();
  };
  finish([&] {
    auto made = room.make();
    const std::lock_guard lock(room.mutex);
    room.solver = std::move(made);
  });
  for (;;) {
    {
      std::unique_lock lock(room.mutex);
      room.to_thread.wait(lock, [&] { return room.closing || room.busy; });
      if (room.closing) break;
    }
    finish([&] { room.task(room); });
  }
  room.solver.reset();
}

Interruptible::Interruptible(Budget& budget, Make make)
    : budget_(budget), room_(std::make_shared<Room>(std::move(make))), thread_([room = room_] { serve(*room); }) {
  try {
    ask({});
  } catch (...) {
    end();
    throw;
  }
  name_ = room_->solver->name();
}

Interruptible::~Interruptible() { end(); }

void Interruptible::end() {
  {
    const std::lock_guard lock(room_->mutex);
    room_->closing = true;
  }
  room_->to_thread.notify_one();
  left_alone_ ? thread_.detach() : thread_.join();
}

void Interruptible::ask(Task task) {
  std::unique_lock lock(room_->mutex);
  if (task) {
    room_->task = std::move(task);
    room_->busy = true;
    room_->to_thread.notify_one();
  }
  const auto done = [&] { return !room_->busy; };
  while (!room_->to_caller.wait_for(lock, tick, done)) {
    const auto why = budget_.exhausted();
    if (!why) continue;
    for (int k = 0; k < most_interruptions && !done(); ++k) {
      if (room_->solver) room_->solver->interrupt();
      room_->to_caller.wait_for(lock, tick, done);
    }
    left_alone_ = !done();
    throw BudgetExhausted(*why);
  }
  if (room_->error) std::rethrow_exception(std::exchange(room_->error, nullptr));
}

Answer Interruptible::do_check(const Query& query) {
  ask([purpose = query.purpose, commands = std::exchange(pending_, {})](Room& room) {
    for (const Command& command : commands) {
      switch (command.step) {
        case Step::Push:
          room.solver->push();
          break;
        case Step::Pop:
          room.solver->pop();
          break;
        case Step::Add:
          room.solver->add(command.formula);
          break;
      }
    }
    room.answer = room.solver->check({purpose, 0, {}});
    room.reason = room.solver->reason();
  });
  reason_ = room_->reason;
  return room_->answer;
}

Value Interruptible::do_value(TermId term) {
  ask([term](Room& room) { room.value = room.solver->value(term); });
  return room_->value;
}

std::vector<TermId> Interruptible::do_core() {
  ask([](Room& room) { room.core = room.solver->core(); });
  return std::move(room_->core);
}

}  // namespace parapet::smt
