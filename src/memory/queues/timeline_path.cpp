// From timeline to schedule (NOTE(timeline), "To store buffers"). Going from the unsafe cube to the initial one, a snapshot read is open
// until a firing closes it: its snapshot was taken right after that firing; if it is still open at the initial cube, at the beginning; if
// it loses its items under way, no later than just before the firing that took them, and as late as the later reads of its process allow:
// snapshots of one process are taken in program order. Then
//   a sync executes at its place; a read when its snapshot was taken;
//   a write commits at its place and executes just before that, or before the oldest snapshot that is then in its process's queue.

#include <algorithm>
#include <map>

#include "base/narrow.h"
#include "cube/path.h"
#include "memory/queues/timeline.h"

namespace parapet::search {

Path Timeline::path_of(const Node& node) {
  const auto chain = chain_of(node);
  const auto count = narrow<std::uint32_t>(chain.size() - 1);

  Path path;
  path.unsafe = chain[0]->unsafe;
  path.unsafe_processes = chain[0]->start;
  path.firings.resize(count);
  PathNames names(context);
  names.start(chain[0]->cube.processes);

  constexpr std::uint32_t final_owner = UINT32_MAX;
  std::vector<Instant> taken(count, 0);  // by firing: when its snapshot was taken; 0: it has no snapshot read
  Instant final_taken = chain[0]->cube.weak.empty() ? UINT32_MAX : 0;
  std::vector<std::uint32_t> owner;  // by snapshot read of the present cube: its firing, or final_owner
  if (!chain[0]->cube.weak.empty()) owner.push_back(final_owner);
  const auto settle = [&](std::uint32_t firing, Instant when) { (firing == final_owner ? final_taken : taken[firing]) = when; };

  for (std::uint32_t step = 1; step <= count; ++step) {
    const Node& at = *chain[step];
    const std::uint32_t index = count - step;  // in timeline order, from 0
    const Instant place = 2 * (index + 1);
    PathFiring& firing = path.firings[index];
    const Fire& fire = std::get<Fire>(at.step.action);
    firing.transition = fire.transition;
    names.enter(fire.processes);
    for (const TermId process : fire.processes) firing.processes.push_back(names.name(process));
    names.leave(at.step.rename, at.cube.processes);

    std::vector<std::uint32_t> next(at.cube.weak.open.items.size(), final_owner);
    for (std::uint32_t k = 0; k < owner.size(); ++k) {
      const std::uint32_t to = at.step.read_map[k];
      if (at.step.record.closed[k]) {
        settle(owner[k], place + 1);
      } else if (to == UINT32_MAX) {
        settle(owner[k], place - 1);
      } else {
        next[to] = owner[k];
      }
    }
    const std::uint32_t own = at.step.read_map[owner.size()];
    const le::Transition& t = context.system.transitions[fire.transition];
    if (own != UINT32_MAX) next[own] = index;
    if (own == UINT32_MAX && t.kind == le::FiringKind::Read) taken[index] = place - 1;
    owner = std::move(next);
  }
  for (const std::uint32_t firing : owner) settle(firing, 1);
  path.processes = names.count();
  path.end = final_taken;

  // Program order: later snapshots of a process bound the earlier ones.
  std::map<TermId, Instant> latest;
  if (final_taken != UINT32_MAX) {
    for (const TermId process : path.unsafe_processes) latest[process] = final_taken;
    for (const TermId process : chain[0]->cube.weak.open.mentions) latest.emplace(process, final_taken);
    if (chain[0]->cube.weak.open.mentions_all) {
      for (const TermId process : context.instances.processes(path.processes)) latest.emplace(process, final_taken);
    }
  }
  for (std::uint32_t index = count; index-- > 0;) {
    PathFiring& firing = path.firings[index];
    const le::Transition& t = context.system.transitions[firing.transition];
    const Instant place = 2 * (index + 1);
    Instant unused = UINT32_MAX;
    Instant& bound = t.actor ? latest.try_emplace(firing.processes[*t.actor], UINT32_MAX).first->second : unused;
    switch (t.kind) {
      case le::FiringKind::Sync:
        firing.execution = place;
        break;
      case le::FiringKind::Read:
        firing.execution = bound = std::min(taken[index], bound);
        break;
      case le::FiringKind::Write:
        firing.commit = place;
        firing.execution = std::min(taken[index] != 0 ? taken[index] : place - 1, bound);
        if (taken[index] != 0) bound = firing.execution;
        break;
    }
  }
  return path;
}

}  // namespace parapet::search
