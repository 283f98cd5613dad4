// From a node that meets init to a verdict: its path as an execution, confirmed by code that shares nothing with the search.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/loop/tree.h"
#include "search/path/concretize.h"
#include "search/path/path.h"

namespace parapet::search {

// A path that cannot be executed as it is may still be near one that can: with another process more, or with two of its processes one and
// the same. The cubes before it are not searched a second time, so the neighbours are looked for forward, in small instances.
inline std::optional<Verdict> hunt(Run& run) {
  auto trace = run.hunt();
  return trace ? std::optional<Verdict>(Unsafe{std::move(*trace)}) : std::nullopt;
}

// `answer`: whether the node meets init, not Unsat. Nothing: no counterexample was found, and the tree is undecided.
template <SearchEngine Weak>
std::optional<Verdict> counterexample(Tree<Weak>& tree, typename Weak::Workspace& workspace, const Node<Weak>& node, smt::Answer answer) {
  Run& run = tree.run;
  if (answer != smt::Answer::Sat) {
    tree.undecided = Unknown{"the solver could not decide whether a cube meets init", UnknownKind::Solver};
    return std::nullopt;
  }
  const Path path = path_of(workspace, node);
  auto trace = concretize(run.context, run.init, path);
  const std::string why = trace ? run.confirm(*trace) : "it needs processes that a universal guard forbids";
  if (trace && why.empty()) {
    if (tree.observer() != nullptr) tree.observer()->reached(tree.words.describe(node));
    return Verdict(Unsafe{std::move(*trace)});
  }
  ++tree.statistics().spurious;
  tree.undecided = Unknown{"only spurious traces: a path to unsafe exists, but not with exactly its processes", UnknownKind::Spurious};
  if (tree.observer() != nullptr) tree.observer()->spurious(tree.words.describe(node), why);
  if (auto found = hunt(run)) return found;
  std::vector<std::uint32_t> sources;
  for (const PathFiring& firing : path.firings) sources.push_back(run.context.system.transitions[firing.transition].source);
  if (!run.make_exact(sources)) return std::nullopt;
  return Verdict(Unknown{"universal guards are made exact", UnknownKind::Spurious});
}

}  // namespace parapet::search
