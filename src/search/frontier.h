// The cubes that wait to be expanded, in the order of the search.
#pragma once

#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "search/node.h"
#include "search/search.h"

namespace parapet::search {

template <class Weak>
class Frontier {
 public:
  Frontier(Order order, bool postpone) : order_(order), postpone_(postpone) {}

  void push(Node<Weak>* node) {
    node->queued = true;
    ++size_;
    queue_.push({key(*node), node, node->indexed.has});
    if (order_ != Order::Size) return;
    shallowest_.push({{std::get<0>(key(*node)), node->depth, node->id}, node, {}});
    shallowest_of_all_.push({{0, node->depth, node->id}, node, {}});
  }

  // A node that was deleted, or given out, before.
  void push_again(Node<Weak>* node) {
    node->deleted = false;
    if (!node->queued) push(node);
  }

  // The next one that was not deleted meanwhile; null: none.
  Node<Weak>* pop() {
    ++pops_;
    if (order_ != Order::Size || pops_ % fairness != 0) return pop(queue_);
    return pop(pops_ % (fairness * fairness) == 0 ? shallowest_of_all_ : shallowest_);
  }

  [[nodiscard]] std::size_t size() const { return size_; }

  // Those that f may cover, as far as signatures tell.
  template <class Visit>
  void each_candidate(const Indexed<Weak>& f, Visit&& visit) {
    for (const Entry& entry : queue_.entries()) {
      if (entry.node->queued && f.needs.within(entry.has, 0)) visit(entry.node);
    }
  }

 private:
  // By size alone, large cubes near unsafe can wait for ever behind small ones of unbounded depth: every so many times the shallowest of
  // those with the fewest processes has its turn, and every so many of those times the shallowest of all.
  static constexpr std::uint64_t fairness = 10;

  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  struct Entry {
    Key key;
    Node<Weak>* node;
    CoverSignature has;
    bool operator<(const Entry& other) const { return other.key < key; }  // the smallest key on top
  };
  struct Queue : std::priority_queue<Entry> {
    [[nodiscard]] const std::vector<Entry>& entries() const { return this->c; }
  };

  [[nodiscard]] Key key(const Node<Weak>& node) const {
    const bool grows = node.successor != nullptr && node.cube.processes > node.successor->cube.processes;
    const std::uint64_t late = postpone_ && grows ? 1 : 0;
    switch (order_) {
      case Order::Bfs:
        return {late, node.depth, node.id};
      case Order::Dfs:
        return {late, UINT64_MAX - node.depth, node.id};
      case Order::Size:
        break;
    }
    return {postpone_ ? node.cube.processes : 0, node.cube.literals.size(), node.id};
  }

  Node<Weak>* pop(Queue& queue) {
    while (!queue.empty()) {
      Node<Weak>* node = queue.top().node;
      queue.pop();
      if (!node->queued) continue;
      node->queued = false;
      --size_;
      if (!node->deleted) return node;
    }
    return nullptr;
  }

  Order order_;
  bool postpone_;
  Queue queue_, shallowest_, shallowest_of_all_;  // each has every node; the one that gives it out marks it
  std::size_t size_ = 0;
  std::uint64_t pops_ = 0;
};

}  // namespace parapet::search
