// Programs run as children, each in a process group of its own and under limits, and what they used.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/suite.h"

namespace parapet::bench {

enum class Ending : std::uint8_t { Exited, Signalled, TimeLimit };

struct ChildResult {
  std::size_t id = 0;  // as given to `start`
  Ending ending = Ending::Exited;
  int code = 0;  // exit code, or number of the signal
  double wall_seconds = 0;
  double cpu_seconds = 0;         // of the child and of the children it waited for
  std::uint64_t peak_memory = 0;  // bytes; not less than this process had when the child was started, for Linux counts from there
  std::string out;                // the last 64 MB of it
  std::string err;
};

// One at a time in a process: it blocks SIGCHLD while it lives. What still runs at its end is killed.
class Children {
 public:
  Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children();

  // A program that cannot be started ends with code 127. Throws std::system_error where there are no processes left.
  void start(std::size_t id, const std::vector<std::string>& command, const Limits& limits);
  // One that has ended; nothing after `patience`, or when a signal arrived.
  [[nodiscard]] std::optional<ChildResult> wait(std::chrono::milliseconds patience);
  [[nodiscard]] std::size_t running() const;
  void kill_all();

 private:
  struct Running;
  void enforce_limits();
  std::optional<ChildResult> reap();

  std::list<Running> running_;
  std::unique_ptr<struct SignalMask> mask_;
};

}  // namespace parapet::bench
