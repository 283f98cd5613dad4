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

bool is_actor(TermId term, TermId actor, const std::vector<TermId>& forced) {
  return actor.valid() && (term == actor || std::find(forced.begin(), forced.end(), term) != forced.end());
}

}  // namespace parapet::le
