// The cubes that wait to be expanded, in the order of the search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <queue>
#include <tuple>
#include <vector>

#include "cube/node.h"
#include "search/search.h"

namespace parapet::search {

class Frontier {
 public:
  Frontier(Order order, bool postpone) : order_(order), postpone_(postpone) {}

  void push(Node* node);

  // The next node; null: the frontier is empty.
  Node* pop();
  // Undoes the last pop, which gave this node: it is the next one again.
  void put_back(Node* node);
  // Do not charge the last pop to the fairness schedule.
  void keep_turn() { --turns_; }

  [[nodiscard]] std::size_t size() const { return size_; }

  // The nodes that are popped next if no others are pushed, each once; at most `count`.
  [[nodiscard]] std::vector<Node*> upcoming(std::size_t count);

 private:
  // By size alone, large cubes near unsafe can wait for ever behind small ones of unbounded depth: every `fairness`-th turn goes to the
  // shallowest of those with the fewest processes, and every `fairness`-th of those turns to the shallowest of all.
  static constexpr std::uint64_t fairness = 10;
  // Count lemmas are many, and the search from a wrong one can be long: every fourth turn goes to a node of the lemma for which the fewest
  // nodes had been visited when that node came.
  static constexpr std::uint64_t turns_of_lemmas = 4;

  using Key = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
  struct Entry {
    Key key;
    Node* node;
    bool operator<(const Entry& other) const { return other.key < key; }  // the smallest key on top
  };
  struct Queue : std::priority_queue<Entry> {
    // Its first nodes in order, found from the top of the heap down.
    [[nodiscard]] std::vector<Node*> first(std::size_t count) const {
      std::vector<Node*> result;
      const std::vector<Entry>& entries = this->c;
      const auto later = [&](std::size_t a, std::size_t b) { return entries[a] < entries[b]; };
      std::priority_queue<std::size_t, std::vector<std::size_t>, decltype(later)> open(later);
      const auto add = [&](std::size_t at) {
        if (at < entries.size()) open.push(at);
      };
      add(0);
      for (std::size_t looks = 0; result.size() < count && !open.empty() && looks < 4 * count; ++looks) {
        const std::size_t at = open.top();
        open.pop();
        if (entries[at].node->queued) result.push_back(entries[at].node);
        add(2 * at + 1);
        add(2 * at + 2);
      }
      return result;
    }
  };

  [[nodiscard]] Key key(const Node& node) const;

  Node* pop(Queue& queue);

  [[nodiscard]] Queue& whose_turn(std::uint64_t turn);

  Order order_;
  bool postpone_;
  Queue queue_, shallowest_, shallowest_of_all_;  // each has every node; the one that gives it out marks it
  Queue least_served_;                            // has those of count lemmas
  std::size_t size_ = 0;
  std::uint64_t turns_ = 0;
};

}  // namespace parapet::search
