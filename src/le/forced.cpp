#include "le/forced.h"

#include <algorithm>

namespace parapet::le {
namespace {

bool is_assigned(const System& system, SymbolId symbol) {
  return std::any_of(system.updates.begin(), system.updates.end(), [&](const std::vector<Update>& updates) {
    return std::any_of(updates.begin(), updates.end(), [&](const Update& update) { return update.symbol == symbol; });
  });
}

}  // namespace

std::vector<TermId> forced_values(const System& system, const TermArena& arena, const Conjunction& literals, TermId variable) {
  std::vector<TermId> found;
  for (const TermId literal : literals) {
    if (arena.op(literal) != Op::Equal) continue;
    const auto args = arena.args(literal);
    if (args[0] != variable && args[1] != variable) continue;
    const TermId other = args[args[0] == variable ? 1 : 0];
    const bool constant = arena.op(other) == Op::ProcessConst;
    const bool fixed = arena.op(other) == Op::Cell && arena.args(other).empty() && !arena.signature()[arena.symbol(other)].weak &&
                       !is_assigned(system, arena.symbol(other));
    if (constant || fixed) found.insert(constant ? found.begin() : found.end(), other);
  }
  return found;
}

std::vector<TermId> in_both(std::vector<TermId> a, const std::vector<TermId>& b) {
  std::erase_if(a, [&](TermId term) { return std::find(b.begin(), b.end(), term) == b.end(); });
  return a;
}

std::vector<TermId> forced_actors(const System& system, TermArena& arena, const Transition& transition) {
  if (!transition.actor) return {};
  return forced_values(system, arena, transition.guard, arena.variable(transition.parameters[*transition.actor]));
}

Conjunction conjuncts_of(const TermArena& arena, TermId formula) {
  if (arena.op(formula) != Op::And) return {formula};
  return {arena.args(formula).begin(), arena.args(formula).end()};
}

TermId equated(TermArena& arena, const Conjunction& conjuncts, TermId variable, const std::vector<Variable>& bound) {
  const auto is_bound = [&](TermId term) {
    return std::any_of(bound.begin(), bound.end(), [&](Variable v) { return arena.variable(v) == term; });
  };
  for (const TermId conjunct : conjuncts) {
    if (arena.op(conjunct) != Op::Equal) continue;
    const TermId a = arena.args(conjunct)[0];
    const TermId b = arena.args(conjunct)[1];
    const TermId other = a == variable ? b : (b == variable ? a : TermId());
    if (!other.valid() || is_bound(other)) continue;
    if (arena.op(other) == Op::Variable || arena.op(other) == Op::ProcessConst) return other;
  }
  return {};
}

bool is_actor(TermId term, TermId actor, const std::vector<TermId>& forced) {
  return actor.valid() && (term == actor || std::find(forced.begin(), forced.end(), term) != forced.end());
}

}  // namespace parapet::le
