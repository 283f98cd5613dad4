// Threads that share one loop at a time with the caller; between loops they wait, so that nothing else of the search needs a lock. They
// watch for the next loop for some microseconds before they sleep: loops come in quick succession, and waking a sleeper costs more than
// most of them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace parapet::search {

class Workers {
 public:
  // `count` threads in all, the caller's included.
  explicit Workers(unsigned count);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  [[nodiscard]] unsigned count() const { return static_cast<unsigned>(threads_.size()) + 1; }

  // Calls work(k) once for each k < count(), each on its own thread, and returns when all are done. `work` must not throw.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned number);

  std::mutex mutex_;  // for sleeping and waking only
  std::condition_variable wake_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::atomic<std::uint64_t> round_{0};
  std::atomic<unsigned> running_{0};
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace parapet::search
