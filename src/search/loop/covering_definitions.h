// The definitions of covering.h.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "search/loop/covering.h"

namespace parapet::search {

template <SearchEngine Weak>
Covering<Weak>::Covering(Tree<Weak>& tree) : tree_(tree), context_(tree.run.context), fixpoint_(context_) {}

template <SearchEngine Weak>
bool Covering<Weak>::by_one(Node<Weak>& node, const CoverAhead& known) {
  ++tree_.statistics().cover_tests;
  std::optional<std::uint32_t> at = known.covered;
  if (!at || tree_.visited[*at].deleted) {
    tree_.outline(node);
    at = fixpoint_.covered_by_one(node.indexed, tree_.visited, std::max(node.tested, known.tested));
    if (at && context_.decisions != nullptr) fixpoint_.record_cover(node.indexed);
  }
  node.tested = tree_.visited.size();
  if (!at) return false;
  Node<Weak>& by = tree_.visited[*at];
  tree_.provenance.remember(node, {&by.root, 1});
  ++tree_.statistics().covered_by_one;
  if (tree_.observer() != nullptr) tree_.observer()->covered(tree_.words.describe(node), by.id);
  return true;
}

template <SearchEngine Weak>
bool Covering<Weak>::by_union(Node<Weak>& node, LookAhead<Weak>& look) {
  tree_.prepare(node);
  instances_.clear();
  std::swap(instances_, look.instances);
  const std::size_t known = instances_.size();
  fixpoint_.add_instances(node.indexed, tree_.visited, look.visited, instances_);
  const bool unchanged = look.visited != 0 && instances_.size() == known && !Fixpoint<Weak>::has_deleted(tree_.visited, instances_);
  if (unchanged) tree_.run.outcome.solver += look.union_solver;
  if (!(unchanged ? look.covered_by_union : fixpoint_.covered_by_union(node.indexed, tree_.visited, instances_, node.id))) return false;
  std::vector<Node<Weak>*> roots;
  for (const std::uint32_t k : unchanged ? look.union_of : fixpoint_.union_of()) roots.push_back(tree_.visited[k].root);
  tree_.provenance.remember(node, roots);
  ++tree_.statistics().covered_by_union;
  if (tree_.observer() != nullptr) tree_.observer()->covered(tree_.words.describe(node), 0);
  return true;
}

template <SearchEngine Weak>
bool Covering<Weak>::unseen(const Node<Weak>& successor, const typename LookAhead<Weak>::Before& before) {
  if (!before.cover.covered || tree_.observer() != nullptr || tree_.run.limits.reached(tree_.statistics())) return false;
  const Node<Weak>& by = tree_.visited[*before.cover.covered];
  if (by.deleted || (by.root != nullptr && by.root != successor.root) ||
      tree_.run.limits.beyond(successor.depth + 1, before.cube.processes))
    return false;
  ++tree_.statistics().generated;
  tree_.count(before.cube);
  ++tree_.statistics().cover_tests;
  ++tree_.statistics().covered_by_one;
  return true;
}

template <SearchEngine Weak>
void Covering<Weak>::delete_covered_by(Node<Weak>& node, const LookAhead<Weak>& look) {
  Visited<Weak>& visited = tree_.visited;
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
