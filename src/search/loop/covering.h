// Cubes that add nothing to the visited ones: dropped when they are met or when their turn comes, deleted when a newer one covers them.
//
// Each is remembered with the candidates that the covering cubes come from (provenance.h). What a look-ahead found out is used as far as it
// is still true (look_ahead.h): covered by a cube that was deleted since, or by a union that has changed, is tested again.
#pragma once

#include "search/loop/tree.h"
#include "search/parallel/look_ahead.h"

namespace parapet::search {

class Covering {
 public:
  explicit Covering(Tree& tree);

  [[nodiscard]] Fixpoint& fixpoint() { return fixpoint_; }

  // One visited cube covers the node, several do together.
  [[nodiscard]] bool by_one(Node& node, const CoverAhead& known);
  [[nodiscard]] bool by_union(Node& node, LookAhead& look);
  // A cube of a look-ahead that is covered and needs no node: only the counters change.
  [[nodiscard]] bool unseen(const Node& successor, const LookAhead::Before& before);

  // Visited nodes that this one covers.
  void delete_covered_by(Node& node, const LookAhead& look);

 private:
  Tree& tree_;
  Context& context_;
  Fixpoint fixpoint_;
  UnionInstances instances_;  // scratch
};

}  // namespace parapet::search
