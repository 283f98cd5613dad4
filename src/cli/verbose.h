// A search observer that prints what happens: `-v` and `-v -v`.
#pragma once

#include <iosfwd>

#include "search/search.h"

namespace parapet::cli {

// Level 1: a line per visited node, and paths to init that could not be executed. Level 2: also cubes, which node covered or deleted
// which, and which steps do not exist, and why. A step is printed with the process names of its successor (after `<-`), a cube with its own.
class Verbose : public search::SearchObserver {
 public:
  Verbose(std::ostream& err, std::uint32_t level) : err_(err), level_(level) {}

  void visited(const Node& node, const search::SearchStatistics& statistics) override;
  void covered(const Node& node, std::uint64_t by) override;
  void deleted(std::uint64_t node, std::uint64_t by) override;
  void replaced(const Node& node, const Node& candidate) override;
  void blamed(const Node& candidate, const Node& met) override;
  void spurious(const Node& node, const std::string& why) override;
  [[nodiscard]] bool wants_discarded() const override { return level_ > 1; }
  void discarded(const Discarded& one) override;

 private:
  std::ostream& err_;
  std::uint32_t level_;
};

// `node 12 <- 5  t(z0, z1)  depth 3`
[[nodiscard]] std::string node_line(const search::SearchObserver::Node& node);

}  // namespace parapet::cli
