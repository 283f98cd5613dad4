// When the search gives up: limits of its own (nodes, depth, processes) and, between nodes, those of the run's budget.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/budget.h"
#include "search/search.h"

namespace parapet::search {

class Limits {
 public:
  // `budget`: of the run, null for none.
  Limits(const SearchOptions& options, const Budget* budget) : options_(options), budget_(budget) {}

  // Checked before every node: the reason to stop, if there is one.
  [[nodiscard]] std::optional<std::string> reached(const SearchStatistics& statistics) const;
  // So many nodes were visited by a search in another thread, and count too.
  void count_elsewhere(std::uint64_t nodes) { elsewhere_ = nodes; }
  // Of that reason.
  [[nodiscard]] UnknownKind kind() const;
  // A cube beyond the limits on its own is not searched: the reason why the search is then incomplete.
  [[nodiscard]] std::optional<std::string> beyond(std::uint32_t depth, std::uint32_t processes) const;

 private:
  const SearchOptions& options_;
  const Budget* budget_;
  std::uint64_t elsewhere_ = 0;
};

}  // namespace parapet::search
