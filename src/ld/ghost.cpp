#include "ld/ghost.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/narrow.h"

namespace parapet::ld {
namespace {

void set_index(Term& term, Variable variable) {
  if (term.kind == Term::Kind::Process && term.index == Ghost::index) term.index = variable;
  for (Term& arg : term.args) set_index(arg, variable);
}

void set_index(Formula& formula, Variable variable) {
  for (Term& term : formula.terms) set_index(term, variable);
  for (Formula& arg : formula.args) set_index(arg, variable);
}

void add_write(const Ghost& ghost, SymbolId symbol, const Ghost::Write& write, Transition& transition) {
  Assignment assignment;
  assignment.kind = Assignment::Kind::Case;
  assignment.symbol = symbol;
  assignment.range = transition.range;
  assignment.line = transition.line;
  const auto index = narrow<Variable>(transition.variables.size());
  if (write.cell.empty() && ghost.indices > 0) {
    transition.variables.push_back("j" + std::to_string(index));
    assignment.bound.push_back(index);
  }
  assignment.indices = write.cell;
  assignment.branches = write.branches;
  for (Branch& branch : assignment.branches) {
    set_index(branch.value, index);
    if (branch.condition) set_index(*branch.condition, index);
  }
  transition.assignments.push_back(std::move(assignment));
}

void add_initial(const Ghost& ghost, SymbolId symbol, Init& init) {
  Term cell;
  cell.kind = Term::Kind::Access;
  cell.index = symbol.value;
  cell.sort = ghost.sort;
  const auto index = narrow<Variable>(init.variables.size());
  Term value = *ghost.initial;
  set_index(value, index);
  if (ghost.indices > 0) cell.args.push_back(process_variable(index));
  Formula clause = equation(std::move(cell), std::move(value));
  if (ghost.indices > 0) {
    init.variables.push_back("j" + std::to_string(index));
    Formula every;
    every.kind = Formula::Kind::Forall;
    every.bound = {index};
    every.args.push_back(std::move(clause));
    clause = std::move(every);
  }
  Formula both;
  both.kind = Formula::Kind::And;
  both.range = init.formula.range;
  both.args.push_back(std::move(init.formula));
  both.args.push_back(std::move(clause));
  init.formula = std::move(both);
}

template <class T>
bool all_equal(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return ld::same(x, y); });
}

bool same_declaration(const Declaration& a, const Declaration& b) {
  return a.name == b.name && a.parameters == b.parameters && a.variables == b.variables;
}

bool same(const Branch& a, const Branch& b) {
  if (a.condition.has_value() != b.condition.has_value()) return false;
  return (!a.condition || ld::same(*a.condition, *b.condition)) && ld::same(a.value, b.value);
}

bool same(const Assignment& a, const Assignment& b) {
  if (a.kind != b.kind || a.symbol != b.symbol || a.bound != b.bound || !all_equal(a.indices, b.indices)) return false;
  if (a.kind == Assignment::Kind::Set && !ld::same(a.value, b.value)) return false;
  return std::equal(a.branches.begin(), a.branches.end(), b.branches.begin(), b.branches.end(),
                    [](const Branch& x, const Branch& y) { return same(x, y); });
}

bool same(const Let& a, const Let& b) { return a.name == b.name && ld::same(a.value, b.value); }

bool same(const Transition& a, const Transition& b) {
  return same_declaration(a, b) && a.actor == b.actor &&
         std::equal(a.lets.begin(), a.lets.end(), b.lets.begin(), b.lets.end(), [](const Let& x, const Let& y) { return same(x, y); }) &&
         ld::same(a.guard, b.guard) &&
         std::equal(a.assignments.begin(), a.assignments.end(), b.assignments.begin(), b.assignments.end(),
                    [](const Assignment& x, const Assignment& y) { return same(x, y); });
}

bool same(const Signature& a, const Signature& b) {
  const auto same_sort = [](const Sort& x, const Sort& y) {
    return x.kind == y.kind && x.name == y.name && x.constructors == y.constructors && x.range == y.range;
  };
  const auto same_symbol = [](const Symbol& x, const Symbol& y) {
    return x.name == y.name && x.sort == y.sort && x.arity == y.arity && x.weak == y.weak && x.constant == y.constant &&
           x.index_sorts == y.index_sorts;
  };
  return std::equal(a.sorts().begin(), a.sorts().end(), b.sorts().begin(), b.sorts().end(), same_sort) &&
         std::equal(a.symbols().begin(), a.symbols().end(), b.symbols().begin(), b.symbols().end(), same_symbol);
}

template <class T>
bool same_properties(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const T& x, const T& y) { return same_declaration(x, y) && ld::same(x.formula, y.formula); });
}

}  // namespace

Term process_variable(Variable variable) {
  Term term;
  term.kind = Term::Kind::Process;
  term.sort = Signature::proc;
  term.index = variable;
  return term;
}

Term variable_value(SymbolId symbol, const Signature& signature) {
  Term term;
  term.kind = Term::Kind::Access;
  term.sort = signature[symbol].sort;
  term.index = symbol.value;
  return term;
}

std::string to_string(const Ghost& ghost, const Program& program) {
  const Signature& signature = program.signature;
  const auto text = [&](auto value, const Declaration& scope) {
    Declaration inside = scope;
    const auto index = narrow<Variable>(inside.variables.size());
    inside.variables.emplace_back("j");
    set_index(value, index);
    return to_string(value, inside, signature);
  };
  const std::string every = ghost.name + (ghost.indices > 0 ? "[j]" : "");
  std::string result = every + " : " + signature[ghost.sort].name;
  if (ghost.initial) result += ", initially " + text(*ghost.initial, {});
  for (const Ghost::Write& write : ghost.writes) {
    const Transition& transition = program.transitions[write.transition];
    const std::string cell = write.cell.empty() ? every : ghost.name + "[" + text(write.cell[0], transition) + "]";
    result += "; " + write.name + ":";
    for (const Branch& branch : write.branches) {
      result += " " + cell + " := " + text(branch.value, transition);
      if (branch.condition) result += " if " + text(*branch.condition, transition);
    }
  }
  return result;
}

Program with_ghosts(const Program& program, const std::vector<Ghost>& ghosts) {
  Program result = program;
  for (const Ghost& ghost : ghosts) {
    Symbol symbol;
    symbol.name = ghost.name;
    symbol.sort = ghost.sort;
    symbol.arity = ghost.indices;
    const SymbolId added = result.signature.add_symbol(symbol);
    if (ghost.initial) add_initial(ghost, added, result.init);
    for (const Ghost::Write& write : ghost.writes) add_write(ghost, added, write, result.transitions[write.transition]);
  }
  if (!ghosts.empty() && result.written.empty()) result.written.push_back(program);
  return result;
}

bool same(const Program& one, const Program& other) {
  const Program& a = one.as_written();
  const Program& b = other.as_written();
  return same(a.signature, b.signature) && a.number_procs == b.number_procs && same_declaration(a.init, b.init) &&
         same(a.init.formula, b.init.formula) && same_properties(a.unsafes, b.unsafes) && same_properties(a.invariants, b.invariants) &&
         std::equal(a.transitions.begin(), a.transitions.end(), b.transitions.begin(), b.transitions.end(),
                    [](const Transition& x, const Transition& y) { return same(x, y); });
}

}  // namespace parapet::ld
