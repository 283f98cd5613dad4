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
#include "cube/node.h"

namespace parapet::search {

class Provenance {
 public:
  // `node` is gone because of visited cubes with these roots. False: for good.
  bool remember(Node& node, std::span<Node* const> roots);

  void blame(Node& root, Visited& visited, Frontier& frontier);

  // A cube can outlive the blame of its root in the frontier, or come back later: it is asked before each use.
  [[nodiscard]] static bool is_blamed(const Node& node) { return node.root != nullptr && node.root->blamed; }

 private:
  std::vector<Node*> gone_;
};

}  // namespace parapet::search
