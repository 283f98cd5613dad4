#include "search/loop/provenance.h"

#include <algorithm>

namespace parapet::search {

bool Provenance::remember(Node& node, std::span<Node* const> roots) {
  node.covering_roots.clear();
  for (Node* root : roots) {
    if (root != nullptr && root != node.root &&
        std::find(node.covering_roots.begin(), node.covering_roots.end(), root) == node.covering_roots.end())
      node.covering_roots.push_back(root);
  }
  if (node.covering_roots.empty()) return false;
  gone_.push_back(&node);
  return true;
}

void Provenance::blame(Node& root, Visited& visited, Frontier& frontier) {
  root.blamed = true;
  for (std::size_t k = 0; k < visited.size(); ++k) {
    if (is_blamed(visited[k]) && !visited[k].deleted) visited.remove(k);
  }
  std::vector<Node*> back;
  std::erase_if(gone_, [&](Node* node) {
    if (std::find(node->covering_roots.begin(), node->covering_roots.end(), &root) == node->covering_roots.end()) return false;
    if (!is_blamed(*node)) back.push_back(node);
    return true;
  });
  for (Node* node : back) {
    node->tested = 0;
    if (node->visited_at != Node::not_visited) {
      visited.restore(node->visited_at);
    } else {
      if (!node->queued) frontier.push(node);
    }
  }
}

}  // namespace parapet::search
