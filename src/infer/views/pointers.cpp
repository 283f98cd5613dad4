#include "infer/views/pointers.h"

#include <algorithm>
#include <set>

namespace parapet::search::views {
namespace {

bool is_process_or_constant(const TermArena& arena, TermId term) {
  const Op op = arena.op(term);
  if (op == Op::Variable || op == Op::ProcessConst) return true;
  if (op != Op::Cell) return false;
  const Symbol& symbol = arena.signature()[arena.symbol(term)];
  return symbol.constant && symbol.arity == 0;
}

// The name of which the atom says that all its cells are such values; invalid: none.
SymbolId set_by(const TermArena& arena, TermId atom) {
  if (arena.op(atom) != Op::Equal) return {};
  for (const std::size_t side : {0U, 1U}) {
    const TermId cell = arena.args(atom)[side];
    if (arena.op(cell) != Op::Cell || !is_process_or_constant(arena, arena.args(atom)[1 - side])) continue;
    std::set<TermId> indices;
    for (const TermId index : arena.args(cell)) {
      if (arena.op(index) == Op::Variable) indices.insert(index);
    }
    if (indices.size() == arena.args(cell).size() && !arena.signature()[arena.symbol(cell)].constant) return arena.symbol(cell);
  }
  return {};
}

std::set<SymbolId> set_at_init(const le::System& system, const TermArena& arena) {
  std::set<SymbolId> result;
  for (const le::Clause& clause : system.init) {
    std::set<std::uint32_t> groups;
    for (const auto& bound : clause.bound) {
      if (!bound.others) groups.insert(bound.group);
    }
    if (groups.size() != clause.bound.size()) continue;
    // Of a disjunction only those that are about scalars or one index: then all disjuncts mean the same cell.
    if (arena.op(clause.formula) != Op::Or) {
      if (const SymbolId symbol = set_by(arena, clause.formula); symbol.valid()) result.insert(symbol);
      continue;
    }
    SymbolId common;
    bool all = true;
    for (const TermId part : arena.args(clause.formula)) {
      const SymbolId symbol = set_by(arena, part);
      all = all && symbol.valid() && (!common.valid() || common == symbol) && arena.signature()[symbol].arity <= clause.bound.size();
      common = symbol;
    }
    if (all && arena.signature()[common].arity == 0) result.insert(common);
    if (all && arena.signature()[common].arity == 1 && clause.bound.size() == 1) result.insert(common);
  }
  return result;
}

}  // namespace

std::vector<SymbolId> proper_names(const le::System& system, const TermArena& arena) {
  std::set<SymbolId> names = set_at_init(system, arena);
  std::erase_if(names, [&](SymbolId symbol) {
    return arena.signature()[arena.signature()[symbol].sort].kind != SortKind::Proc || arena.signature()[symbol].derived();
  });
  const auto is_bad = [&](const le::Branch& branch) {
    if (branch.kind != le::Branch::Kind::Set) return branch.kind == le::Branch::Kind::Havoc;
    if (is_process_or_constant(arena, branch.value)) return false;
    return arena.op(branch.value) != Op::Cell || !names.contains(arena.symbol(branch.value));
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& updates : system.updates) {
      for (const le::Update& update : updates) {
        if (names.contains(update.symbol) && std::any_of(update.branches.begin(), update.branches.end(), is_bad))
          changed = names.erase(update.symbol) != 0;
      }
    }
  }
  return {names.begin(), names.end()};
}

}  // namespace parapet::search::views
