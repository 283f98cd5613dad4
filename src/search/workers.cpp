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
    work_ = &work;
    running_.store(static_cast<unsigned>(threads_.size()), std::memory_order_relaxed);
    {
      const std::lock_guard lock(mutex_);
      round_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
  }
  work(0);
  while (running_.load(std::memory_order_acquire) != 0) std::this_thread::yield();
}

void Workers::serve(unsigned number) {
  constexpr int looks = 20'000;
  std::uint64_t seen = 0;
  const auto ready = [&] { return stop_.load() || round_.load(std::memory_order_acquire) != seen; };
  for (;;) {
    for (int k = 0; k < looks && !ready(); ++k) {
    }
    if (!ready()) {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, ready);
    }
    if (stop_) return;
    seen = round_.load(std::memory_order_acquire);
    (*work_)(number);
    running_.fetch_sub(1, std::memory_order_release);
  }
}

}  // namespace parapet::search
