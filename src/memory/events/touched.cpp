// The cells that a firing touches by its text, and in which event: what it reads, and what it writes in every outcome of its cases.
#include <algorithm>
#include <span>

#include "cube/transition_instance.h"
#include "memory/events/path_graph.h"

namespace parapet::search {

using le::Branch;
using le::Conjunction;

const Touched& TouchedTable::find(TransitionInstance& instance, std::uint32_t variables) {
  const std::pair key(&std::as_const(instance), variables);
  const auto at = all_.find(key);
  if (at != all_.end()) return at->second;
  return all_.emplace(key, compute(instance, variables)).first->second;
}

bool TouchedTable::writes_any(TransitionInstance& instance, const le::Update& update, std::uint32_t variables) {
  TermArena& arena = context_.arena;
  const auto writes = [](const Branch& branch) { return branch.kind != Branch::Kind::Keep; };
  if (std::all_of(update.branches.begin(), update.branches.end(), writes) && update.branches.back().condition == arena.truth(true))
    return true;
  if (update.target.size() != 1) return false;
  const TermId outsider = arena.process(variables);
  const auto& all = context_.instances.alternatives(instance, arena.cell(update.symbol, std::span(&outsider, 1)));
  return all.size() == 1 && all[0].conditions.empty() && all[0].kind != Branch::Kind::Keep;
}

Touched TouchedTable::compute(TransitionInstance& instance, std::uint32_t variables) {
  TermArena& arena = context_.arena;
  InstanceTable& instances = context_.instances;
  const le::System& system = context_.system;
  Touched result;
  const auto is_shared = [&](TermId cell) { return system.shared[arena.symbol(cell).index()]; };
  const auto note_reads = [&](TermId term) {
    each_leaf(arena, term, [&](TermId leaf) {
      if (arena.op(leaf) == Op::Read) result.pending_reads.push_back(arena.location(leaf));
      if (arena.op(leaf) != Op::Cell) return;
      if (arena.signature()[arena.symbol(leaf)].weak) result.memory_reads.push_back(leaf);
      if (is_shared(leaf)) result.shared_reads.push_back(leaf);
    });
  };
  for (const TermId literal : instance.guard) note_reads(literal);
  for (const auto& disjuncts : instances.universals(instance, variables)) {
    for (const Conjunction& conjunction : disjuncts) std::for_each(conjunction.begin(), conjunction.end(), note_reads);
  }
  for (const TermId value : system.lets[instance.transition->source]) note_reads(instances.instantiate(instance, value));
  const std::vector<TermId> processes = instances.processes(variables);
  const auto note_cell = [&](TermId cell) {
    const bool tracked = arena.signature()[arena.symbol(cell)].weak || is_shared(cell);
    if (!instances.may_write(instance, cell)) return;
    if (tracked) result.writes.push_back(cell);
    for (const Alternative& alternative : instances.alternatives(instance, cell)) {
      std::for_each(alternative.conditions.begin(), alternative.conditions.end(), note_reads);
      if (alternative.value.valid()) note_reads(alternative.value);
    }
  };
  for (const le::Update& update : system.updates[instance.transition->source]) {
    const bool tracked = arena.signature()[update.symbol].weak || system.shared[update.symbol.index()];
    const bool whole = tracked && !update.bound.empty() && update.bound.size() == update.target.size();
    const bool beyond = whole && writes_any(instance, update, variables);
    if (beyond) result.writes_beyond.push_back(update.symbol);
    std::vector<TermId> targets;
    for (const TermId target : update.target) targets.push_back(instances.instantiate(instance, target));
    const auto range = [&](std::size_t k) -> std::span<const TermId> {
      return is_process(arena, targets[k]) ? std::span(&targets[k], 1) : std::span(processes);
    };
    const auto any = [](const std::vector<TermId>&, TermId) { return true; };
    each_tuple(targets.size(), range, any, [&](const std::vector<TermId>& args) {
      const TermId cell = arena.cell(update.symbol, args);
      if (beyond) result.at_hand.push_back(cell);
      note_cell(cell);
    });
  }
  for (auto* list : {&result.pending_reads, &result.memory_reads, &result.shared_reads, &result.writes}) {
    std::sort(list->begin(), list->end(), [&](TermId a, TermId b) { return arena.compare(a, b) < 0; });
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return result;
}

}  // namespace parapet::search
