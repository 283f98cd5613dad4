// The definitions and the argument are in proper.h.
#include "check/proper.h"

#include <algorithm>

#include "check/firing_instance.h"

namespace parapet::check {
namespace {

constexpr unsigned most_splits = 2;  // one inside the other

bool is_among(const std::vector<SymbolId>& names, SymbolId symbol) { return std::find(names.begin(), names.end(), symbol) != names.end(); }

bool is_constant(const Signature& signature, SymbolId symbol) {
  const Symbol& known = signature[symbol];
  return known.constant && known.arity == 0 && known.role == SymbolRole::State;
}

// A process, or a constant, whatever the state is.
bool is_fixed_target(const TermArena& arena, TermId term) {
  if (arena.op(term) == Op::Variable || arena.op(term) == Op::ProcessConst) return true;
  return arena.op(term) == Op::Cell && is_constant(arena.signature(), arena.symbol(term));
}

// Every variable of the clause ranges over all processes, whatever the others are.
bool is_free(const le::Clause& clause) {
  return std::all_of(clause.bound.begin(), clause.bound.end(), [&](const le::Universal::Bound& bound) {
    const auto same_group = [&](const le::Universal::Bound& other) { return other.group == bound.group; };
    return !bound.others && std::count_if(clause.bound.begin(), clause.bound.end(), same_group) == 1;
  });
}

// The cell stands for every cell of the symbol: its indices are different variables.
bool is_every_cell(const TermArena& arena, TermId term, SymbolId symbol) {
  if (arena.op(term) != Op::Cell || arena.symbol(term) != symbol) return false;
  const auto args = arena.args(term);
  for (std::size_t k = 0; k < args.size(); ++k) {
    const bool repeated = std::find(args.begin() + static_cast<std::ptrdiff_t>(k) + 1, args.end(), args[k]) != args.end();
    if (arena.op(args[k]) != Op::Variable || repeated) return false;
  }
  return true;
}

// `X[p, ..] = t` for every cell of the symbol.
bool sets_every_cell(const TermArena& arena, TermId atom, SymbolId symbol) {
  if (arena.op(atom) != Op::Equal) return false;
  const TermId left = arena.args(atom)[0];
  const TermId right = arena.args(atom)[1];
  return (is_every_cell(arena, left, symbol) && is_fixed_target(arena, right)) ||
         (is_every_cell(arena, right, symbol) && is_fixed_target(arena, left));
}

bool sets_at_init(const TermArena& arena, const le::Clause& clause, SymbolId symbol) {
  if (!is_free(clause)) return false;
  if (arena.op(clause.formula) != Op::Or) return sets_every_cell(arena, clause.formula, symbol);
  // Different disjuncts may name the indices differently: X[p, q] = p || X[q, p] = q says nothing of X[p, q] alone.
  TermId cell;
  const auto parts = arena.args(clause.formula);
  return std::all_of(parts.begin(), parts.end(), [&](TermId part) {
    if (!sets_every_cell(arena, part, symbol)) return false;
    const TermId left = arena.args(part)[0];
    const TermId here = is_every_cell(arena, left, symbol) ? left : arena.args(part)[1];
    if (!cell.valid()) cell = here;
    return here == cell;
  });
}

// The name of a transition that may assign the symbol another value than those of a proper name; empty: none.
std::string wrong_write(const le::System& system, const TermArena& arena, SymbolId symbol, const std::vector<SymbolId>& names) {
  const auto is_good = [&](const le::Branch& branch) {
    if (branch.kind == le::Branch::Kind::Keep) return true;
    if (branch.kind == le::Branch::Kind::Havoc) return false;
    return is_fixed_target(arena, branch.value) || (arena.op(branch.value) == Op::Cell && is_among(names, arena.symbol(branch.value)));
  };
  for (std::size_t t = 0; t < system.updates.size(); ++t) {
    for (const le::Update& update : system.updates[t]) {
      if (update.symbol == symbol && !std::all_of(update.branches.begin(), update.branches.end(), is_good))
        return system.program->transitions[t].name;
    }
  }
  return {};
}

}  // namespace

std::string why_not_proper(const le::System& system, const TermArena& arena, const std::vector<SymbolId>& names) {
  const Signature& signature = arena.signature();
  for (const SymbolId symbol : names) {
    const std::string& name = signature[symbol].name;
    if (signature[signature[symbol].sort].kind != SortKind::Proc || signature[symbol].derived()) return name + " does not hold processes";
    const bool set =
        std::any_of(system.init.begin(), system.init.end(), [&](const le::Clause& clause) { return sets_at_init(arena, clause, symbol); });
    if (!set) return "init does not set every cell of " + name + " to a process or a constant";
    if (const std::string writer = wrong_write(system, arena, symbol, names); !writer.empty())
      return "`" + writer + "` can assign " + name + " a value that is neither a process nor a constant";
  }
  return {};
}

smt::Answer PointerSplit::uncovered(CertificateCover& cover, const Cube& cube, std::size_t first, std::string_view transition,
                                    const Widen& widen) {
  Goal goal{cover, first, transition, widen, false};
  cases_.clear();
  const std::vector<TermId> all = pointers(cube);
  for (unsigned splits = 1; splits <= most_splits; ++splits) {
    if (std::any_of(all.begin(), all.end(), [&](TermId pointer) { return splits_at(goal, cube, pointer, splits); }))
      return smt::Answer::Unsat;
  }
  return goal.undecided ? smt::Answer::Unknown : smt::Answer::Sat;
}

// By at most so many splits, one inside the other.
bool PointerSplit::covered(Goal& goal, const Cube& cube, unsigned splits) {
  const smt::Answer answer = goal.cover.uncovered(cube, goal.first, goal.transition);
  if (answer == smt::Answer::Unsat) {
    cases_.push_back({cube, targets_, goal.cover.used()});
    return true;
  }
  goal.undecided = goal.undecided || answer == smt::Answer::Unknown;
  if (splits == 0) return false;
  const std::vector<TermId> all = pointers(cube);
  return std::any_of(all.begin(), all.end(), [&](TermId pointer) { return splits_at(goal, cube, pointer, splits); });
}

bool PointerSplit::splits_at(Goal& goal, const Cube& cube, TermId pointer, unsigned splits) {
  std::vector<TermId> targets = processes_at_hand(system_, arena_, cube.processes);
  const auto& symbols = arena_.signature().symbols();
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const SymbolId symbol(k);
    if (symbols[k].sort == Signature::proc && is_constant(arena_.signature(), symbol)) targets.push_back(arena_.cell(symbol, {}));
  }
  const std::size_t shown = cases_.size();
  const auto with = [&](Cube one, TermId target) {
    one.literals.push_back(arena_.equal(pointer, target));
    const bool all = covered(goal, one, splits - 1);
    if (!all) cases_.resize(shown);
    return all;
  };
  // The case that is most often not covered comes first: it is the only one about a process that the cube does not name.
  const auto bound = system_.program->number_procs;
  const bool has_room = !bound || cube.processes + system_.constants.size() < *bound;
  if (has_room) {
    targets_.emplace_back(arena_.process(cube.processes), pointer);
    const bool all = with(goal.widen(cube), arena_.process(cube.processes));
    targets_.pop_back();
    if (!all) return false;
  }
  return std::all_of(targets.begin(), targets.end(), [&](TermId target) { return with(cube, target); });
}

// The plain and memory cells of proper names over the processes at hand that the cube does not say the target of.
std::vector<TermId> PointerSplit::pointers(const Cube& cube) {
  const auto is_known = [&](TermId cell) {
    return std::any_of(cube.literals.begin(), cube.literals.end(), [&](TermId literal) {
      if (arena_.op(literal) != Op::Equal) return false;
      const TermId left = arena_.args(literal)[0];
      const TermId right = arena_.args(literal)[1];
      const auto is_process = [&](TermId term) { return arena_.op(term) == Op::ProcessVar || arena_.op(term) == Op::ProcessConst; };
      return (left == cell && is_process(right)) || (right == cell && is_process(left));
    });
  };
  std::vector<TermId> result;
  for (const SymbolId symbol : names_) {
    for (const TermId cell : cells_of(arena_, symbol, processes_at_hand(system_, arena_, cube.processes))) {
      if (!is_known(cell)) result.push_back(cell);
    }
  }
  return result;
}

}  // namespace parapet::check
