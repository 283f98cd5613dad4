#include "cli/tree_recorder.h"

#include <utility>

namespace parapet::cli {

using State = report::TreeNode::State;

namespace {

// The cubes of the user's invariants cover nodes, too, but are no nodes themselves.
constexpr const char* model_invariant = "an invariant of the model";

}  // namespace

void TreeRecorder::decided(const smt::DumpFolder::Row& row) {
  if (row.run != run_) {
    run_ = row.run;
    of_step_.clear();
    about_.clear();
  }
  const report::TreeDecision decision{row.file, std::string(smt::status(row.answer))};
  switch (row.purpose) {
    case smt::Purpose::Feasible:
      of_step_ = {decision};
      return;
    case smt::Purpose::Order:
      of_step_.push_back(decision);
      return;
    case smt::Purpose::Init:
    case smt::Purpose::Cover:
    case smt::Purpose::Fixpoint: {
      Decisions& all = about_[row.node];
      const bool possible = !of_step_.empty() && of_step_.back().status != smt::status(smt::Answer::Unsat);
      if (all.empty() && possible) all = std::exchange(of_step_, {});
      all.push_back(decision);
      return;
    }
    default:
      return;
  }
}

TreeRecorder::Decisions TreeRecorder::take_decisions(std::uint64_t node) {
  const auto at = about_.find(node);
  if (at == about_.end()) return {};
  Decisions all = std::move(at->second);
  about_.erase(at);
  return all;
}

report::TreeNode* TreeRecorder::add(const Node& node, State state, std::string name) {
  const auto successor = visited_.find(node.successor);
  Decisions decisions = take_decisions(node.id);
  if (tree_.nodes.size() >= most_ || (node.successor != 0 && successor == visited_.end())) {
    ++tree_.left_out;
    return nullptr;
  }
  report::TreeNode& added = tree_.nodes.emplace_back();
  added.name = std::move(name);
  if (node.successor != 0) added.successor = successor->second;
  added.depth = node.depth;
  added.state = state;
  added.step = node.step();
  added.transition = node.successor == 0 ? added.step : std::string(node.transition);
  if (detail_.cubes) added.cube = node.cube();
  added.decisions = std::move(decisions);
  return &added;
}

void TreeRecorder::visited(const Node& node, const search::SearchStatistics&) {
  if (add(node, State::Visited, std::to_string(node.id)) != nullptr) visited_.emplace(node.id, tree_.nodes.size() - 1);
}

void TreeRecorder::covered(const Node& node, std::uint64_t by) {
  report::TreeNode* const added = add(node, State::Covered, unnumbered(node));
  if (added == nullptr) return;
  // Every node visited before is in the tree, since the limit has not been reached.
  if (by != 0) added->by.push_back(visited_.contains(by) ? std::to_string(by) : model_invariant);
  if (added->name != wanted_) return;
  for (Covering& covering : node.covering()) {
    added->coverings.push_back({visited_.contains(covering.node) ? "node " + std::to_string(covering.node) : model_invariant,
                                std::move(covering.renaming), std::move(covering.rest), std::move(covering.cube)});
  }
}

void TreeRecorder::deleted(std::uint64_t node, std::uint64_t by) {
  const auto at = visited_.find(node);
  if (at == visited_.end()) return;  // left out
  tree_.nodes[at->second].state = State::Deleted;
  tree_.nodes[at->second].by.push_back(std::to_string(by));
  for (report::TreeDecision& decision : take_decisions(node)) tree_.nodes[at->second].decisions.push_back(std::move(decision));
}

void TreeRecorder::replaced(const Node& node, const Node& candidate) {
  report::TreeNode* const added = add(node, State::Replaced, std::to_string(node.id));
  if (added != nullptr) added->by.push_back(std::to_string(candidate.id));
}

void TreeRecorder::blamed(const Node& candidate, const Node&) {
  if (const auto at = visited_.find(candidate.id); at != visited_.end()) tree_.nodes[at->second].state = State::Blamed;
}

void TreeRecorder::discarded(const Discarded& one) {
  const auto successor = visited_.find(one.successor);
  // Half of the places are kept for nodes.
  if (tree_.nodes.size() >= most_ / 2 || successor == visited_.end()) {
    ++tree_.left_out;
    return;
  }
  report::TreeNode& added = tree_.nodes.emplace_back();
  added.name = nonexistent(one.successor);
  added.successor = successor->second;
  added.depth = tree_.nodes[successor->second].depth + 1;
  added.state = State::Discarded;
  added.step = one.step;
  added.transition = one.step.substr(0, one.step.find('('));
  added.cube = std::string(name(one.reason)) + ": " + one.why;
  added.decisions = std::exchange(of_step_, {});
}

void TreeRecorder::reached(const Node& node) { add(node, State::Initial, unnumbered(node)); }

void TreeRecorder::spurious(const Node& node, const std::string&) { add(node, State::Spurious, unnumbered(node)); }

}  // namespace parapet::cli
