#include "search/workers.h"

namespace parapet::search {

Workers::Workers(unsigned count) {
  for (unsigned k = 1; k < count; ++k) threads_.emplace_back([this, k] { serve(k); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(const std::function<void(unsigned)>& work) {
  if (!threads_.empty()) {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    running_ = static_cast<unsigned>(threads_.size());
    ++round_;
    wake_.notify_all();
  }
  work(0);
  if (threads_.empty()) return;
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return running_ == 0; });
}

void Workers::serve(unsigned number) {
  std::uint64_t seen = 0;
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return stop_ || round_ != seen; });
    if (stop_) return;
    seen = round_;
    const auto* work = work_;
    lock.unlock();
    (*work)(number);
    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

}  // namespace parapet::search
