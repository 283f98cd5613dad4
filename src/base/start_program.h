// Starting another program as a child.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace parapet {

// File descriptors of the child's standard streams; negative: /dev/null.
struct Streams {
  int in = -1;
  int out = -1;
  int err = -1;
};

// 0: none.
struct ResourceLimits {
  std::uint64_t memory_bytes = 0;
  std::uint64_t processor_seconds = 0;
};

// What a child that could not be made to run the program exits with, as a shell does.
inline constexpr int cannot_start = 127;

// The child leads a process group of its own, so that `kill(-child, ...)` reaches what it starts, and dies with the thread that started
// it. It writes no core files. Throws std::system_error where there are no processes left.
[[nodiscard]] pid_t start_program(const std::vector<std::string>& command, const Streams& streams, const ResourceLimits& limits = {});

}  // namespace parapet
