// When the search gives up.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>

#include "search/search.h"

namespace parapet::search {

class Limits {
 public:
  Limits(const SearchOptions& options, const std::atomic<int>* interrupted)
      : options_(options), interrupted_(interrupted), start_(std::chrono::steady_clock::now()) {}

  // Checked before every node: the reason to stop, if there is one.
  [[nodiscard]] std::optional<std::string> reached(const SearchStatistics& statistics);
  // A cube beyond the limits on its own is not searched: the reason why the search is then incomplete.
  [[nodiscard]] std::optional<std::string> beyond(std::uint32_t depth, std::uint32_t processes) const;

 private:
  const SearchOptions& options_;
  const std::atomic<int>* interrupted_;
  std::chrono::steady_clock::time_point start_;
  std::uint64_t checks_ = 0;
};

// Peak resident memory of this process, in bytes.
[[nodiscard]] std::uint64_t peak_memory();
// Resident memory now, in bytes.
[[nodiscard]] std::uint64_t resident_memory();

}  // namespace parapet::search
