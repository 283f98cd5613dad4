#include "search/limits.h"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

namespace parapet::search {

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t resident_memory() {
  unsigned long total = 0;
  unsigned long resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r"); file != nullptr) {
    if (std::fscanf(file, "%lu %lu", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<std::uint64_t>(resident) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::optional<std::string> Limits::reached(const SearchStatistics& statistics) {
  if (interrupted_ != nullptr && interrupted_->load() != 0) {
    return interrupted_->load() == SIGTERM ? "interrupted (SIGTERM)" : "interrupted (SIGINT)";
  }
  if (options_.max_nodes != 0 && statistics.nodes >= options_.max_nodes)
    return "limit of " + std::to_string(options_.max_nodes) + " nodes reached";
  if (options_.timeout.count() > 0 && std::chrono::steady_clock::now() - start_ >= options_.timeout) return "time limit reached";
  // Reading the resident size is a system call: not at every node.
  if (options_.max_memory != 0 && checks_++ % 16 == 0 && resident_memory() >= options_.max_memory) return "memory limit reached";
  return std::nullopt;
}

std::optional<std::string> Limits::beyond(std::uint32_t depth, std::uint32_t processes) const {
  if (options_.max_depth != 0 && depth > options_.max_depth) return "limit of depth " + std::to_string(options_.max_depth) + " reached";
  if (options_.max_processes != 0 && processes > options_.max_processes) {
    return "limit of " + std::to_string(options_.max_processes) + " processes in a cube reached";
  }
  return std::nullopt;
}

}  // namespace parapet::search
