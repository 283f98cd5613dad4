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

  void push(Node<Weak>* node) { queue_.push({key(*node), node, node->indexed.has}); }

  // The next one that was not deleted meanwhile; null: none.
  Node<Weak>* pop() {
    while (!queue_.empty()) {
      Node<Weak>* node = queue_.top().node;
      queue_.pop();
      if (!node->deleted) return node;
    }
    return nullptr;
  }

  [[nodiscard]] std::size_t size() const { return queue_.size(); }

  // Those that f may cover, as far as signatures tell.
  template <class Visit>
  void each_candidate(const Indexed<Weak>& f, Visit&& visit) {
    for (const Entry& entry : queue_.entries()) {
      if (f.needs.within(entry.has, 0)) visit(entry.node);
    }
  }

 private:
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

  Order order_;
  bool postpone_;
  Queue queue_;
};

}  // namespace parapet::search
