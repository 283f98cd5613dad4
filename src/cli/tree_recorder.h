// A search observer that records the search tree, for `--dot`, `--html` and `explain`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "report/search_tree.h"
#include "search/search.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {

class TreeRecorder : public search::SearchObserver {
 public:
  // What is recorded beside the nodes.
  struct Detail {
    bool cubes = false;      // the text of each cube
    bool discarded = false;  // steps that do not exist
  };
  // Records at most `most` nodes, the others are counted.
  TreeRecorder(std::size_t most, const Detail& detail) : most_(most), detail_(detail) {}

  void visited(const Node& node, const search::SearchStatistics& statistics) override;
  void covered(const Node& node, std::uint64_t by) override;
  void deleted(std::uint64_t node, std::uint64_t by) override;
  void replaced(const Node& node, const Node& candidate) override;
  void blamed(const Node& candidate, const Node& met) override;
  void reached(const Node& node) override;
  void spurious(const Node& node, const std::string& why) override;
  [[nodiscard]] bool wants_discarded() const override { return detail_.discarded; }
  void discarded(const Discarded& one) override;

  // A decision of the run, told as it is made. It belongs to the node that is told of next under its number, a decision on a step to the
  // cube that it gives or to the discarded step.
  void decided(const smt::DumpFolder::Row& row);
  // The files are there, for links.
  void set_query_folder(std::string folder) { tree_.query_folder = std::move(folder); }

  // Records by which cubes the node of this name is covered, if it is.
  void explain(std::string name) { wanted_ = std::move(name); }
  [[nodiscard]] const report::SearchTree& tree() const { return tree_; }

 private:
  // Null: the limit is reached.
  report::TreeNode* add(const Node& node, report::TreeNode::State state, std::string name);
  // `7.2`: a cube that is never visited has no number; it is named after its successor.
  std::string unnumbered(const Node& node) { return std::to_string(node.successor) + "." + std::to_string(++children_[node.successor]); }
  // `7.x2`: the second step into node 7 that does not exist.
  std::string nonexistent(std::uint64_t successor) { return std::to_string(successor) + ".x" + std::to_string(++discarded_[successor]); }

  std::size_t most_;
  Detail detail_;
  std::string wanted_;
  report::SearchTree tree_;
  std::map<std::uint64_t, std::size_t> visited_;   // node number -> index
  std::map<std::uint64_t, std::size_t> children_;  // node number -> its predecessors without a number
  std::map<std::uint64_t, std::size_t> discarded_;
  using Decisions = std::vector<report::TreeDecision>;
  // The decisions about a node that were not told of yet.
  Decisions take_decisions(std::uint64_t node);
  std::uint64_t run_ = 0;                     // that the decisions below are of
  Decisions of_step_;                         // on the step that was decided last: feasible, order
  std::map<std::uint64_t, Decisions> about_;  // by node number
};

}  // namespace parapet::cli
