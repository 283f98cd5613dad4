// Child processes: programs that run under limits, each in its own process group, and the resources they used.
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
  std::size_t id = 0;  // the id given to `start`
  Ending ending = Ending::Exited;
  int code = 0;  // exit code, or number of the signal
  double wall_seconds = 0;
  double cpu_seconds = 0;         // CPU time of the child and of the children that it waited for
  std::uint64_t peak_memory = 0;  // bytes; at least what this process used when it started the child, since Linux counts that too
  std::string out;                // standard output, the last 64 MB
  std::string err;
};

// There must be only one object of this class at a time: it blocks SIGCHLD. Its destructor kills the children that are still running.
class Children {
 public:
  Children();
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children();

  // A program that cannot be started ends with exit code 127. Throws std::system_error if no process can be created.
  void start(std::size_t id, const std::vector<std::string>& command, const Limits& limits);
  // A child that has ended; nothing if none ended within `patience` or a signal arrived.
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
