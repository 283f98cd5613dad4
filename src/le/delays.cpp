// What the tables of delays say of a cell and of a process with some delayed writes; delay_analysis.cpp computes them.
#include "le/delays.h"

#include <algorithm>

#include "base/narrow.h"
#include "le/system.h"

namespace parapet::le {

std::uint32_t Delays::class_of(const TermArena& arena, TermId process) const {
  if (arena.op(process) != Op::ProcessConst) return 0;
  const auto at = std::find(constants_.begin(), constants_.end(), arena.constant_number(process));
  return parapet::narrow<std::uint32_t>(at - constants_.begin()) + 1;
}

Delays::Kind Delays::kind_of(const TermArena& arena, TermId process, TermId cell) {
  const auto args = arena.args(cell);
  if (args.empty()) return Kind::Variable;
  return std::all_of(args.begin(), args.end(), [&](TermId arg) { return arg == process; }) ? Kind::Own : Kind::Other;
}

bool Delays::may_delay(const TermArena& arena, std::uint32_t transition, TermId process, TermId cell) const {
  if (!known_) return true;
  const auto at = delayed_.find({transition, {class_of(arena, process), arena.symbol(cell).value, kind_of(arena, process, cell)}});
  return at != delayed_.end() && at->second;
}

bool Delays::may_wait(const TermArena& arena, TermId process, TermId cell) const {
  return !known_ || held_.contains({class_of(arena, process), arena.symbol(cell).value, kind_of(arena, process, cell)});
}

// Calls visit(state) for the local states of the process in which its cells have allowed values and it can have the writes in its buffers,
// until one call is true; whether one was.
template <class Visit>
bool Delays::any_state(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed,
                       const Visit& visit) const {
  const std::uint32_t number = class_of(arena, process);
  const Class& local = classes_[number];
  std::vector<const std::vector<std::uint64_t>*> held;
  for (const Demand& demand : demands) {
    const auto at = held_.find({number, arena.symbol(demand.cell).value, kind_of(arena, process, demand.cell)});
    if (at == held_.end()) return false;
    held.push_back(&at->second);
  }
  std::vector<std::uint64_t> sets;
  for (const SymbolId name : local.names) sets.push_back(allowed(name));
  for (std::size_t s = 0; s < local.states.size(); ++s) {
    bool fits = true;
    for (std::size_t k = 0; k < held.size() && fits; ++k) fits = ((*held[k])[s] & demands[k].values) != 0;
    for (std::size_t k = 0; k < sets.size() && fits; ++k) fits = (sets[k] >> local.states[s][k] & 1) != 0;
    if (fits && visit(local.states[s])) return true;
  }
  return false;
}

bool Delays::may_hold(const TermArena& arena, TermId process, std::span<const Demand> demands, const Allowed& allowed) const {
  if (!known_) return true;
  if (hold_) return any_state(arena, process, demands, allowed, [](const auto&) { return true; });
  return std::all_of(demands.begin(), demands.end(), [&](const Demand& demand) { return may_wait(arena, process, demand.cell); });
}

std::vector<std::pair<SymbolId, std::uint64_t>> Delays::while_held(const TermArena& arena, TermId process, std::span<const Demand> demands,
                                                                   const Allowed& allowed) const {
  if (!known_ || !hold_) return {};
  const std::vector<SymbolId>& names = classes_[class_of(arena, process)].names;
  std::vector<std::pair<SymbolId, std::uint64_t>> values;
  for (const SymbolId name : names) values.emplace_back(name, 0);
  (void)any_state(arena, process, demands, allowed, [&](const std::vector<std::uint8_t>& state) {
    for (std::size_t k = 0; k < state.size(); ++k) values[k].second |= std::uint64_t{1} << state[k];
    return false;
  });
  return values;
}

}  // namespace parapet::le
