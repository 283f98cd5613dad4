// What depends on candidates that may turn out to be wrong.
//
// A candidate is an extra unsafe cube (approximation.h). It is the *root* of itself and of the cubes its pre-images lead to; the cubes that
// come from the model's own unsafe formulas alone have no root. A cube is *gone* if visited cubes cover it: it was dropped, deleted, or
// replaced by a candidate. It is gone for good if all of those have its own root or none; otherwise it is remembered with their roots.
//
// When a root is blamed, its cubes are taken out of the visited and the queued ones, and every remembered cube with that root among its
// reasons, whose own root is not blamed, comes back: to the visited ones if it was one, else to the frontier. So at any time the union of
// the visited and the queued cubes without a blamed root contains every cube met so far without a blamed root, which is the invariant of
// the loop.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "search/cover/fixpoint.h"
#include "search/loop/frontier.h"
#include "search/loop/node.h"

namespace parapet::search {

template <class Weak>
class Provenance {
 public:
  // `node` is gone because of visited cubes with these roots. False: for good.
  bool remember(Node<Weak>& node, std::span<Node<Weak>* const> roots) {
    node.covering_roots.clear();
    for (Node<Weak>* root : roots) {
      if (root != nullptr && root != node.root &&
          std::find(node.covering_roots.begin(), node.covering_roots.end(), root) == node.covering_roots.end())
        node.covering_roots.push_back(root);
    }
    if (node.covering_roots.empty()) return false;
    gone_.push_back(&node);
    return true;
  }

  void blame(Node<Weak>& root, Visited<Weak>& visited, Frontier<Weak>& frontier) {
    root.blamed = true;
    for (std::size_t k = 0; k < visited.size(); ++k) {
      if (is_blamed(visited[k]) && !visited[k].deleted) visited.remove(k);
    }
    std::vector<Node<Weak>*> back;
    std::erase_if(gone_, [&](Node<Weak>* node) {
      if (std::find(node->covering_roots.begin(), node->covering_roots.end(), &root) == node->covering_roots.end()) return false;
      if (!is_blamed(*node)) back.push_back(node);
      return true;
    });
    for (Node<Weak>* node : back) {
      node->tested = 0;
      if (node->visited_at != Node<Weak>::not_visited) {
        visited.restore(node->visited_at);
      } else {
        if (!node->queued) frontier.push(node);
      }
    }
  }

  // A cube can outlive the blame of its root in the frontier, or come back later: it is asked before each use.
  [[nodiscard]] static bool is_blamed(const Node<Weak>& node) { return node.root != nullptr && node.root->blamed; }

 private:
  std::vector<Node<Weak>*> gone_;
};

}  // namespace parapet::search
