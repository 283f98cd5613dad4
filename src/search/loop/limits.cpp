#include "search/loop/limits.h"

namespace parapet::search {

std::optional<std::string> Limits::reached(const SearchStatistics& statistics) const {
  if (options_.max_nodes != 0 && statistics.nodes + elsewhere_ >= options_.max_nodes)
    return "limit of " + std::to_string(options_.max_nodes) + " nodes reached";
  if (budget_ == nullptr) return std::nullopt;
  const auto reason = budget_->exhausted();
  return reason ? std::optional<std::string>(reason->what()) : std::nullopt;
}

UnknownKind Limits::kind() const {
  const auto reason = budget_ == nullptr ? std::nullopt : budget_->exhausted();
  return reason && reason->limit == Limit::Interrupted ? UnknownKind::Interrupted : UnknownKind::Limit;
}

std::optional<std::string> Limits::beyond(std::uint32_t depth, std::uint32_t processes) const {
  if (options_.max_depth != 0 && depth > options_.max_depth) return "limit of depth " + std::to_string(options_.max_depth) + " reached";
  if (options_.max_processes != 0 && processes > options_.max_processes) {
    return "limit of " + std::to_string(options_.max_processes) + " processes in a cube reached";
  }
  return std::nullopt;
}

}  // namespace parapet::search
