// The least sets N(X) with
//   init(X) <= N(X);  c in N(X) for each assignment of a constructor c to X;  N(Y) <= N(X) for each assignment of a cell of Y.
// init(X) is what init implies for *every* cell of X: a clause `X[z1,...] in S` over variables that range over all processes. A clause of
// another form (a disjunction over several cells, a single cell such as X[#1], distinct variables) is ignored, and without a usable clause
// init(X) is the set of all values: it would be unsound to apply such a clause to all cells. By induction over the steps every value of X
// lies in N(X) under every memory model: buffers and snapshots hold only initial or written values.
#include "le/narrow.h"

#include <algorithm>
#include <set>

namespace parapet::le {

bool says_all_cells(const TermArena& arena, const InitClause& clause, TermId cell) {
  std::set<std::uint64_t> seen;
  for (const TermId index : arena.args(cell)) {
    if (arena.op(index) != Op::Variable || !seen.insert(arena.variable_number(index)).second) return false;
  }
  std::set<std::uint32_t> groups;
  return std::all_of(clause.bound.begin(), clause.bound.end(), [&](const auto& b) { return groups.insert(b.group).second; });
}

std::vector<std::uint64_t> narrow(const System& system, const TermArena& arena, bool enabled) {
  const Signature& signature = arena.signature();
  const auto small_enum = [&](SymbolId symbol) {
    const Sort& sort = signature[signature[symbol].sort];
    return sort.kind == SortKind::Enum && sort.constructors.size() <= 64;
  };
  std::vector<std::uint64_t> sets(signature.symbols().size(), ~std::uint64_t{0});
  if (!enabled) return sets;
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (small_enum(SymbolId(k))) sets[k] = arena.full_set(signature.symbols()[k].sort);
  }
  for (const InitClause& clause : system.init) {
    if (arena.op(clause.formula) != Op::Member) continue;
    const TermId cell = arena.args(clause.formula)[0];
    if (arena.op(cell) == Op::Cell && says_all_cells(arena, clause, cell)) sets[arena.symbol(cell).index()] &= arena.set(clause.formula);
  }
  // If init leaves no value for a name, there is no initial state; nothing is narrowed then.
  for (std::size_t k = 0; k < sets.size(); ++k) {
    if (sets[k] == 0) sets[k] = arena.full_set(signature.symbols()[k].sort);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& updates : system.updates) {
      for (const Update& update : updates) {
        if (!small_enum(update.symbol)) continue;
        std::uint64_t& set = sets[update.symbol.index()];
        for (const Branch& branch : update.branches) {
          std::uint64_t more = 0;
          if (branch.kind == Branch::Kind::Havoc) more = arena.full_set(signature[update.symbol].sort);
          if (branch.kind == Branch::Kind::Set) {
            const Op op = arena.op(branch.value);
            if (op == Op::Constructor) {
              more = std::uint64_t{1} << arena.position(branch.value);
            } else if (op == Op::Cell) {
              more = sets[arena.symbol(branch.value).index()];
            } else {
              more = arena.full_set(signature[update.symbol].sort);
            }
          }
          changed = changed || (set | more) != set;
          set |= more;
        }
      }
    }
  }
  return sets;
}

}  // namespace parapet::le
