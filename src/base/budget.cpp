#include "base/budget.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>

namespace parapet {
namespace {

// Reading the memory in use is a system call of about a microsecond: once in this time is cheap, and memory cannot grow far meanwhile.
constexpr std::chrono::milliseconds between_memory_looks{2};
// Smaller blocks are seen soon enough when they are there.
constexpr std::uint64_t least_block = std::uint64_t{1} << 20U;

}  // namespace

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// The second number of /proc/self/statm, in pages; 0 where there is no such file.
std::uint64_t resident_memory() {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 128> text{};
  const ssize_t size = ::read(file, text.data(), text.size());
  ::close(file);
  if (size <= 0) return 0;
  const char* const end = text.data() + size;
  const char* const second = std::find(static_cast<const char*>(text.data()), end, ' ');
  std::uint64_t pages = 0;
  if (second == end || std::from_chars(second + 1, end, pages).ec != std::errc()) return 0;
  return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

Budget::Budget(const Limits& limits) : limits_(limits) {}

bool Budget::memory_exceeded() const {
  if (limits_.memory == 0) return false;
  const auto now = Clock::now();
  if (now < next_memory_look_) return false;
  next_memory_look_ = now + between_memory_looks;
  return resident_memory() >= limits_.memory;
}

std::optional<BudgetExhausted> Budget::exhausted() const {
  if (!reason_) reason_ = look();
  return reason_;
}

std::optional<BudgetExhausted> Budget::look() const {
  if (const int signal = limits_.stop == nullptr ? 0 : limits_.stop->load(std::memory_order_relaxed); signal != 0)
    return BudgetExhausted(Limit::Interrupted, signal == SIGTERM ? "interrupted (SIGTERM)" : "interrupted (SIGINT)");
  if (limits_.unwanted != nullptr && limits_.unwanted->load(std::memory_order_relaxed))
    return BudgetExhausted(Limit::Interrupted, "no longer needed");
  if (limits_.time.count() > 0 && Clock::now() - limits_.start >= limits_.time) return BudgetExhausted(Limit::Time, "time limit reached");
  if (limits_.work != 0 && work_done() >= limits_.work) return BudgetExhausted(Limit::Work, "work limit reached");
  if (memory_exceeded()) return BudgetExhausted(Limit::Memory, "memory limit reached");
  return std::nullopt;
}

void Budget::check() const {
  if (const auto reason = exhausted()) throw BudgetExhausted(*reason);
}

void Budget::expect_memory(std::uint64_t bytes) const {
  if (limits_.memory == 0 || bytes < least_block) return;
  if (resident_memory() + bytes >= limits_.memory && !reason_) reason_.emplace(Limit::Memory, "memory limit reached");
  check();
}

void Budget::refuel(std::uint64_t units) {
  granted_ += units - fuel_;  // all that was granted is used up, and what this call needs beyond it
  fuel_ = 0;
  check();
  const std::uint64_t left = limits_.work == 0 ? stride : limits_.work - granted_;
  fuel_ = std::min(stride, left);
  granted_ += fuel_;
}

Budget Budget::for_thread(const std::atomic<bool>* unwanted) const {
  Limits limits = limits_;
  if (unwanted != nullptr) limits.unwanted = unwanted;
  return Budget(limits);
}

Budget Budget::within(std::chrono::duration<double> time) const {
  Limits limits = limits_;
  if (time.count() > 0) {
    const std::chrono::duration<double> end = Clock::now() - limits.start + time;
    if (limits.time.count() <= 0 || end < limits.time) limits.time = end;
  }
  return Budget(limits);
}

}  // namespace parapet
