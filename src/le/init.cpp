// The init formula is a conjunction of clauses, each with all its quantifiers in front (formula.cpp explains why that form is equivalent,
// also if a range is empty).
//
// Does every initial state of n processes extend to one of n + 1? Give the new process z the cells of an old process y, and place it right
// after y in the process order. An instance of a clause with z then follows from the instance with y in place of z, which holds, if
//   its bound variables may all coincide (otherwise y in place of z may not give an instance of the clause), and
//   no atom becomes false when y is replaced by z. Atoms depend on the identity of processes only in comparisons of sort proc: there
//   `t <> x` and `x < t` stay true or become true, for variables x and any t; `x = t` and `x <= t` may become false.
//   (`N[x] = x` stays true: the cell of the new process can hold the new process.)
// A clause that is not of this form is taken to count processes, which is the safe answer.
#include <algorithm>
#include <set>
#include <span>

#include "le/formula.h"
#include "le/passes.h"

namespace parapet::le {
namespace {

using BoundList = std::vector<Universal::Bound>;

std::size_t group_size(const BoundList& bound, std::uint32_t group) {
  return static_cast<std::size_t>(std::count_if(bound.begin(), bound.end(), [&](const Universal::Bound& b) { return b.group == group; }));
}

std::set<std::uint64_t> variables_of(const TermArena& arena, TermId formula) {
  std::set<std::uint64_t> found;
  each_atom(arena, formula, [&](TermId atom) {
    each_subterm(arena, atom, [&](TermId term) {
      if (arena.op(term) == Op::Variable) found.insert(arena.variable_number(term));
    });
  });
  return found;
}

// The bound variables without irrelevant ones. A variable is irrelevant if it does not occur and is alone in its distinctness group: it
// ranges over all processes, of which there is at least one. A variable of a larger group is kept even if it does not occur, since the
// clause is vacuous if there are too few processes for the group.
BoundList needed(const TermArena& arena, const BoundList& bound, TermId formula) {
  const std::set<std::uint64_t> variables = variables_of(arena, formula);
  BoundList kept;
  for (const Universal::Bound& b : bound) {
    if (b.others || group_size(bound, b.group) > 1 || variables.contains(b.variable)) kept.push_back(b);
  }
  return kept;
}

bool occurs(const TermArena& arena, TermId in, TermId leaf) {
  return any_subterm(arena, in, [&](TermId part) { return part == leaf; });
}

bool counts_processes(const TermArena& arena, const Clause& clause) {
  const auto alone = [&](const Universal::Bound& b) { return group_size(clause.bound, b.group) == 1; };
  if (!std::all_of(clause.bound.begin(), clause.bound.end(), alone)) return true;
  bool counts = false;
  each_atom(arena, clause.formula, [&](TermId atom) {
    if (arena.op(atom) != Op::Equal && arena.op(atom) != Op::ProcLessEqual) return;
    // `t = z` for all z makes all processes equal, unless z occurs in t as in `N[z] = z`.
    const TermId left = arena.args(atom)[0];
    const TermId right = arena.args(atom)[1];
    counts = counts || (arena.op(left) == Op::Variable && !occurs(arena, right, left)) ||
             (arena.op(right) == Op::Variable && !occurs(arena, left, right));
  });
  return counts;
}

}  // namespace

void translate_init(const ld::Init& init, TermArena& arena, System& system) {
  FormulaTranslator translator(arena, {});
  BoundList parameters;
  for (Variable v = 0; v < init.parameters; ++v) parameters.push_back({v, false, translator.new_group()});
  for (const Clause& clause : translator.clauses(init.formula)) {
    BoundList bound = parameters;
    bound.insert(bound.end(), clause.bound.begin(), clause.bound.end());
    const TermId formula = clause.formula;
    ArgsCopy parts(arena.op(formula) == Op::And ? arena.args(formula) : std::span<const TermId>(&formula, 1));
    for (const TermId part : parts.span()) system.init.push_back({needed(arena, bound, part), part});
  }
  system.init_counts_processes =
      std::any_of(system.init.begin(), system.init.end(), [&](const Clause& clause) { return counts_processes(arena, clause); });
}

}  // namespace parapet::le
