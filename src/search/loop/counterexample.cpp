#include "search/loop/counterexample.h"

#include <algorithm>
#include <utility>

#include "cube/path.h"
#include "search/path/concretize.h"

namespace parapet::search {

std::optional<Verdict> hunt(Run& run) {
  auto trace = run.hunt();
  return trace ? std::optional<Verdict>(Unsafe{std::move(*trace)}) : std::nullopt;
}

std::optional<Path> with_idle_parameters(const Context& context, const Cube& start, Path path) {
  const TermArena& arena = context.arena;
  bool changed = false;
  for (TermId& process : path.unsafe_processes) {
    const auto fires = [&](const PathFiring& firing) {
      return std::find(firing.processes.begin(), firing.processes.end(), process) != firing.processes.end();
    };
    if (arena.op(process) != Op::ProcessVar || std::none_of(path.firings.begin(), path.firings.end(), fires)) continue;
    bool mentioned = start.weak.mentions(process);
    for (const TermId literal : start.literals) each_process(arena, literal, [&](TermId one) { mentioned = mentioned || one == process; });
    if (mentioned || !context.fits(path.processes + 1)) continue;
    process = context.arena.process(path.processes++);
    changed = true;
  }
  return changed ? std::optional(std::move(path)) : std::nullopt;
}

std::optional<Verdict> counterexample(Tree& tree, const Node& node, smt::Answer answer) {
  Run& run = tree.run;
  if (answer != smt::Answer::Sat) {
    tree.undecided = Unknown{"the solver could not decide whether a cube meets init", UnknownKind::Solver};
    return std::nullopt;
  }
  const Path path = tree.run.memory->path_of(node);
  std::string why;
  const auto execute = [&](const Path& one) {
    auto trace = concretize(run.context, run.init, one);
    why = trace ? run.confirm(*trace) : "it needs processes that a universal guard forbids";
    return trace;
  };
  auto trace = execute(path);
  if (!why.empty()) {
    const Node* first = &node;
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
