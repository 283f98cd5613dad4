#include "ld/ghost.h"

#include <utility>

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

}  // namespace parapet::ld
