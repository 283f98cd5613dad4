// From a node that meets init to a verdict: its path as an execution, confirmed by code that shares nothing with the search.
#pragma once

#include <algorithm>
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

// A parameter of unsafe of which the start cube says nothing, or no longer does since its normal form forgets a process that has nothing but
// an empty store buffer, may be the process of a step, or one that takes none. The search tries one of both, since the cubes before are the
// same. This is the path with processes of their own for such parameters; nothing: there are none.
template <SearchEngine Weak>
std::optional<Path> with_idle_parameters(const Context& context, const Cube<Weak>& start, Path path) {
  const TermArena& arena = context.arena;
  bool changed = false;
  for (TermId& process : path.unsafe_processes) {
    const auto fires = [&](const PathFiring& firing) {
      return std::find(firing.processes.begin(), firing.processes.end(), process) != firing.processes.end();
    };
    if (arena.op(process) != Op::ProcessVar || std::none_of(path.firings.begin(), path.firings.end(), fires)) continue;
    bool mentioned = start.weak.mentions_process(process);
    for (const TermId literal : start.literals) each_process(arena, literal, [&](TermId one) { mentioned = mentioned || one == process; });
    if (mentioned || !context.fits(path.processes + 1)) continue;
    process = context.arena.process(path.processes++);
    changed = true;
  }
  return changed ? std::optional(std::move(path)) : std::nullopt;
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
  std::string why;
  const auto execute = [&](const Path& one) {
    auto trace = concretize(run.context, run.init, one);
    why = trace ? run.confirm(*trace) : "it needs processes that a universal guard forbids";
    return trace;
  };
  auto trace = execute(path);
  if (!why.empty()) {
    const Node<Weak>* first = &node;
    while (first->successor != nullptr) first = first->successor;
    if (const auto other = with_idle_parameters(run.context, first->cube, path)) trace = execute(*other);
  }
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
