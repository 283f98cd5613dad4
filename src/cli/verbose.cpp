#include "cli/verbose.h"

#include <ostream>

namespace parapet::cli {
namespace {

// A cube that is covered at once has no number: it is identified by its step and its successor.
std::string origin(const search::SearchObserver::Node& node) {
  return (node.successor == 0 ? "" : "<- " + std::to_string(node.successor) + "  ") + node.step();
}

}  // namespace

std::string node_line(const search::SearchObserver::Node& node) {
  std::string text = "node " + std::to_string(node.id);
  if (node.successor != 0) text += " <- " + std::to_string(node.successor);
  return text + "  " + node.step() + "  depth " + std::to_string(node.depth);
}

void Verbose::visited(const Node& node, const search::SearchStatistics&) {
  err_ << node_line(node) << '\n';
  if (level_ > 1) err_ << "  " << node.cube() << '\n';
}

void Verbose::covered(const Node& node, std::uint64_t by) {
  if (level_ < 2) return;
  err_ << "covered " << (by == 0 ? "by a union of nodes" : "by node " + std::to_string(by)) << "  " << origin(node) << "\n  " << node.cube()
       << '\n';
}

void Verbose::deleted(std::uint64_t node, std::uint64_t by) {
  if (level_ > 1) err_ << "deleted node " << node << ", covered by node " << by << '\n';
}

void Verbose::replaced(const Node& node, const Node& candidate) {
  err_ << "candidate " << candidate.id << " in place of node " << node.id << '\n';
  if (level_ > 1) err_ << "  " << node.cube() << '\n';
}

void Verbose::blamed(const Node& candidate, const Node& met) {
  err_ << "blamed candidate " << candidate.id << ": its search met init at depth " << met.depth << '\n';
  if (level_ > 1) err_ << "  " << met.cube() << '\n';
}

void Verbose::discarded(const Discarded& one) {
  err_ << "discarded <- " << one.successor << "  " << one.step << "  " << name(one.reason) << ": " << one.why << '\n';
}

void Verbose::spurious(const Node& node, const std::string& why) {
  err_ << "spurious " << origin(node) << "  depth " << node.depth << ": " << why << '\n';
}

}  // namespace parapet::cli
