#include "search/loop/covering.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace parapet::search {

Covering::Covering(Tree& tree) : tree_(tree), context_(tree.run.context), fixpoint_(*tree.run.memory) {}

bool Covering::by_one(Node& node, const CoverAhead& known) {
  ++tree_.statistics().cover_tests;
  std::optional<std::uint32_t> at = known.covered;
  if (!at || tree_.visited[*at].deleted) {
    tree_.outline(node);
    at = fixpoint_.covered_by_one(node.indexed, tree_.visited, std::max(node.tested, known.tested));
    if (at && context_.decisions != nullptr) fixpoint_.record_cover(node.indexed);
  }
  node.tested = tree_.visited.size();
  if (!at) return false;
  Node& by = tree_.visited[*at];
  tree_.provenance.remember(node, {&by.root, 1});
  ++tree_.statistics().covered_by_one;
  if (tree_.observer() != nullptr) tree_.observer()->covered(tree_.words.describe(node), by.id);
  return true;
}

bool Covering::by_union(Node& node, LookAhead& look) {
  tree_.prepare(node);
  instances_.clear();
  std::swap(instances_, look.instances);
  const std::size_t known = instances_.size();
  fixpoint_.add_instances(node.indexed, tree_.visited, look.visited, instances_);
  const bool unchanged = look.visited != 0 && instances_.size() == known && !Fixpoint::has_deleted(tree_.visited, instances_);
  if (unchanged) tree_.run.outcome.solver += look.union_solver;
  if (!(unchanged ? look.covered_by_union : fixpoint_.covered_by_union(node.indexed, tree_.visited, instances_, node.id))) return false;
  std::vector<Node*> roots;
  for (const std::uint32_t k : unchanged ? look.union_of : fixpoint_.union_of()) roots.push_back(tree_.visited[k].root);
  tree_.provenance.remember(node, roots);
  ++tree_.statistics().covered_by_union;
  if (tree_.observer() != nullptr) tree_.observer()->covered(tree_.words.describe(node), 0);
  return true;
}

bool Covering::unseen(const Node& successor, const LookAhead::Before& before) {
  if (!before.cover.covered || tree_.observer() != nullptr || tree_.run.limits.reached(tree_.statistics())) return false;
  const Node& by = tree_.visited[*before.cover.covered];
  if (by.deleted || (by.root != nullptr && by.root != successor.root) ||
      tree_.run.limits.beyond(successor.depth + 1, before.cube.processes))
    return false;
  ++tree_.statistics().generated;
  tree_.count(before.cube);
  ++tree_.statistics().cover_tests;
  ++tree_.statistics().covered_by_one;
  return true;
}

void Covering::delete_covered_by(Node& node, const LookAhead& look) {
  Visited& visited = tree_.visited;
  const auto remove = [&](std::size_t k) {
    visited.remove(k);
    tree_.provenance.remember(visited[k], {&node.root, 1});
    ++tree_.statistics().deleted;
    if (tree_.observer() != nullptr) tree_.observer()->deleted(visited[k].id, node.id);
  };
  for (const std::uint32_t k : look.covers) {
    if (!visited[k].deleted) remove(k);
  }
  fixpoint_.each_covered(node.indexed, visited, look.expanded ? look.visited : 0, [&](std::uint32_t k) {
    if (context_.decisions != nullptr) fixpoint_.record_cover(visited[k].indexed);
    remove(k);
  });
}

}  // namespace parapet::search
