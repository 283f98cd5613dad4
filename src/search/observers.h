// Several observers of a search as one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "search/search.h"

namespace parapet::search {

// Called in this order.
class Observers : public SearchObserver {
 public:
  void add(SearchObserver& observer) { all_.push_back(&observer); }
  void visited(const Node& node, const SearchStatistics& statistics) override {
    for (auto* each : all_) each->visited(node, statistics);
  }
  void covered(const Node& node, std::uint64_t by) override {
    for (auto* each : all_) each->covered(node, by);
  }
  void deleted(std::uint64_t node, std::uint64_t by) override {
    for (auto* each : all_) each->deleted(node, by);
  }
  void reached(const Node& node) override {
    for (auto* each : all_) each->reached(node);
  }
  void replaced(const Node& node, const Node& candidate) override {
    for (auto* each : all_) each->replaced(node, candidate);
  }
  void blamed(const Node& candidate, const Node& met) override {
    for (auto* each : all_) each->blamed(candidate, met);
  }
  void spurious(const Node& node, const std::string& why) override {
    for (auto* each : all_) each->spurious(node, why);
  }
  [[nodiscard]] bool wants_discarded() const override {
    return std::any_of(all_.begin(), all_.end(), [](const auto* each) { return each->wants_discarded(); });
  }
  void discarded(const Discarded& one) override {
    for (auto* each : all_) {
      if (each->wants_discarded()) each->discarded(one);
    }
  }
  [[nodiscard]] bool wants_every_node() const override {
    return std::any_of(all_.begin(), all_.end(), [](const auto* each) { return each->wants_every_node(); });
  }
  [[nodiscard]] bool satisfied() const override {
    for (const auto* each : all_) {
      if (each->satisfied()) return true;
    }
    return false;
  }

 private:
  std::vector<SearchObserver*> all_;
};

}  // namespace parapet::search
