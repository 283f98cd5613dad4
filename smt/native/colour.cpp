// A node with more values than neighbours can always be coloured after its neighbours: it is removed (peeling), which may make the same
// true of other nodes. The remaining nodes are coloured by backtracking, smallest set first; each chosen value is removed from the sets of
// the neighbours. Then the peeled nodes are coloured, last peeled first: at that point the coloured neighbours of a node are those that
// were counted when it was peeled, or that cannot take its values, so a value is left. The answer is exact unless the step limit is
// reached.
#include "smt/native/colour.h"

#include <bit>

#include "base/narrow.h"

namespace parapet::smt::native {
namespace {

constexpr std::uint32_t none = UINT32_MAX;
constexpr std::size_t step_limit = 20'000;

std::uint64_t lowest(std::uint64_t set) { return set & (~set + 1); }

}  // namespace

void ListColouring::clear() {
  nodes_.clear();
  edges_.clear();
}

std::uint32_t ListColouring::add_node(std::uint64_t domain) {
  nodes_.push_back({domain, none, false});
  return narrow<std::uint32_t>(nodes_.size() - 1);
}

void ListColouring::add_edge(std::uint32_t a, std::uint32_t b) {
  edges_.push_back({b, nodes_[a].first});
  nodes_[a].first = narrow<std::uint32_t>(edges_.size() - 1);
  edges_.push_back({a, nodes_[b].first});
  nodes_[b].first = narrow<std::uint32_t>(edges_.size() - 1);
}

Truth ListColouring::solve() {
  peel();
  const Truth rest = search();
  if (rest == Truth::True) colour_peeled();
  return rest;
}

int ListColouring::open_degree(const Node& node) const {
  int degree = 0;
  for (std::uint32_t at = node.first; at != none; at = edges_[at].next) {
    const Node& other = nodes_[edges_[at].to];
    if (!other.done && (other.domain & node.domain) != 0) ++degree;
  }
  return degree;
}

void ListColouring::peel() {
  peeled_.clear();
  for (bool again = true; again;) {
    again = false;
    for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
      if (nodes_[k].done || std::popcount(nodes_[k].domain) <= open_degree(nodes_[k])) continue;
      nodes_[k].done = true;
      peeled_.push_back(k);
      again = true;
    }
  }
}

std::uint32_t ListColouring::tightest() const {
  std::uint32_t best = none;
  for (std::uint32_t k = 0; k < nodes_.size(); ++k) {
    if (nodes_[k].done) continue;
    if (best == none || std::popcount(nodes_[k].domain) < std::popcount(nodes_[best].domain)) best = k;
  }
  return best;
}

bool ListColouring::assign(std::uint32_t node, std::uint64_t value) {
  changes_.push_back({node, nodes_[node].domain});
  nodes_[node].domain = value;
  nodes_[node].done = true;
  for (std::uint32_t at = nodes_[node].first; at != none; at = edges_[at].next) {
    Node& other = nodes_[edges_[at].to];
    if (other.done || (other.domain & value) == 0) continue;
    changes_.push_back({edges_[at].to, other.domain});
    other.domain &= ~value;
    if (other.domain == 0) return false;
  }
  return true;
}

// Only the sets of nodes that are not done are changed, so every restored node is not done.
void ListColouring::unwind(std::size_t depth) {
  for (; changes_.size() > depth; changes_.pop_back()) {
    nodes_[changes_.back().node].domain = changes_.back().domain;
    nodes_[changes_.back().node].done = false;
  }
}

Truth ListColouring::search() {
  changes_.clear();
  choices_.clear();
  std::size_t steps = 0;
  for (std::uint32_t next = tightest(); next != none; next = tightest()) {
    choices_.push_back({next, nodes_[next].domain, changes_.size()});
    for (;;) {
      if (choices_.empty()) return Truth::False;
      if (++steps > step_limit) return Truth::Open;
      Choice& last = choices_.back();
      unwind(last.depth);
      if (last.left == 0) {
        choices_.pop_back();
        continue;
      }
      const std::uint64_t value = lowest(last.left);
      last.left &= ~value;
      if (assign(last.node, value)) break;
    }
  }
  return Truth::True;
}

void ListColouring::colour_peeled() {
  for (const std::uint32_t node : peeled_) nodes_[node].done = false;
  for (std::size_t k = peeled_.size(); k-- > 0;) {
    Node& node = nodes_[peeled_[k]];
    std::uint64_t taken = 0;
    for (std::uint32_t at = node.first; at != none; at = edges_[at].next) {
      if (nodes_[edges_[at].to].done) taken |= nodes_[edges_[at].to].domain;
    }
    node.domain = lowest(node.domain & ~taken);
    node.done = true;
  }
}

}  // namespace parapet::smt::native
