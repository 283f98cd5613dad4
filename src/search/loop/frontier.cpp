#include "search/loop/frontier.h"

#include <algorithm>

namespace parapet::search {

void Frontier::push(Node* node) {
  node->queued = true;
  ++size_;
  queue_.push({key(*node), node});
  if (order_ != Order::Size) return;
  shallowest_.push({{std::get<0>(key(*node)), node->depth, node->id}, node});
  shallowest_of_all_.push({{0, node->depth, node->id}, node});
  if (node->root != nullptr && node->root->count_lemma)
    least_served_.push({{node->root->visits, node->cube.literals.size(), node->id}, node});
}

Node* Frontier::pop() {
  Queue& queue = whose_turn(++turns_);
  Node* const node = pop(queue);
  return node != nullptr || &queue == &queue_ ? node : pop(queue_);
}

void Frontier::put_back(Node* node) {
  push(node);
  keep_turn();
}

std::vector<Node*> Frontier::upcoming(std::size_t count) {
  std::vector<Node*> result;
  const auto add = [&](Node* node) {
    if (std::find(result.begin(), result.end(), node) == result.end()) result.push_back(node);
  };
  const std::vector<Node*> first = queue_.first(count);
  auto next = first.begin();
  for (std::uint64_t turn = turns_ + 1; turn <= turns_ + count; ++turn) {
    const Queue& queue = whose_turn(turn);
    if (&queue != &queue_) {
      for (Node* node : queue.first(1)) add(node);
    } else if (next != first.end()) {
      add(*next++);
    }
  }
  return result;
}

Frontier::Key Frontier::key(const Node& node) const {
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

Node* Frontier::pop(Queue& queue) {
  while (!queue.empty()) {
    Node* node = queue.top().node;
    queue.pop();
    if (!node->queued) continue;
    node->queued = false;
    --size_;
    return node;
  }
  return nullptr;
}

Frontier::Queue& Frontier::whose_turn(std::uint64_t turn) {
  if (order_ != Order::Size) return queue_;
  if (turn % turns_of_lemmas == 3 && !least_served_.empty()) return least_served_;
  if (turn % fairness != 0) return queue_;
  return turn % (fairness * fairness) == 0 ? shallowest_of_all_ : shallowest_;
}

}  // namespace parapet::search
