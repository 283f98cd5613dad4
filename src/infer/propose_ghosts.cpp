#include "infer/propose_ghosts.h"

#include <algorithm>

#include "base/narrow.h"
#include "ld/text.h"

namespace parapet::search {
namespace {

using ld::Term;

constexpr std::size_t most_ghosts = 4;  // every one is a column of all views

bool mentions(const ld::Transition& transition, ld::Variable parameter) {
  bool found = false;
  const auto look = [&](const Term& term) { found = found || (term.kind == Term::Kind::Process && term.index == parameter); };
  for (const ld::Assignment& assignment : transition.assignments) {
    for (const Term& index : assignment.indices) ld::each_term(index, look);
    if (assignment.kind == ld::Assignment::Kind::Set) ld::each_term(assignment.value, look);
    for (const ld::Branch& branch : assignment.branches) {
      if (branch.condition) ld::each_term(*branch.condition, look);
      ld::each_term(branch.value, look);
    }
  }
  return found;
}

std::string unused_name(const ld::Program& program, const std::vector<ld::Ghost>& ghosts, std::string name) {
  const auto is_used = [&] {
    return program.signature.find_symbol(name) ||
           std::any_of(ghosts.begin(), ghosts.end(), [&](const ld::Ghost& ghost) { return ghost.name == name; });
  };
  while (is_used()) name += "_";
  return name;
}

void add_witnesses(const ld::Program& program, std::vector<ld::Ghost>& ghosts) {
  for (std::size_t t = 0; t < program.transitions.size(); ++t) {
    const ld::Transition& transition = program.transitions[t];
    const ld::Variable actor = transition.actor.value_or(0);
    for (ld::Variable q = 0; q < transition.parameters; ++q) {
      if (q == actor || mentions(transition, q) || ghosts.size() >= most_ghosts) continue;
      ld::Ghost ghost;
      ghost.name = unused_name(program, ghosts, "W_" + transition.name);
      ghost.sort = Signature::proc;
      ghost.indices = 1;
      ghost.initial = ld::process_variable(ld::Ghost::index);
      ld::Ghost::Write& write = ghost.writes.emplace_back();
      write.transition = narrow<std::uint32_t>(t);
      write.name = transition.name;
      write.cell.push_back(ld::process_variable(actor));
      write.branches.push_back({std::nullopt, ld::process_variable(q)});
      ghosts.push_back(std::move(ghost));
    }
  }
}

void note_mentioned(const ld::Formula& formula, std::vector<bool>& mentioned) {
  ld::each_term(formula, [&](const Term& term) {
    if (term.kind == Term::Kind::Access) mentioned[term.index] = true;
  });
}

// By symbol: values of the name may come from a cell that init leaves open.
std::vector<bool> names_from_open_cells(const ld::Program& program) {
  std::vector<bool> at_init(program.signature.symbols().size(), false);
  note_mentioned(program.init.formula, at_init);
  std::vector<bool> result = at_init;
  result.flip();
  for (bool changed = true; changed;) {
    changed = false;
    for (const ld::Transition& transition : program.transitions) {
      for (const ld::Assignment& assignment : transition.assignments) {
        ld::each_value(assignment, [&](const Term& value) {
          if (value.kind != Term::Kind::Access || program.signature[value.symbol()].constant) return;
          if (!result[value.index] || result[assignment.symbol.index()]) return;
          result[assignment.symbol.index()] = true;
          changed = true;
        });
      }
    }
  }
  return result;
}

void add_targets(const ld::Program& program, std::vector<ld::Ghost>& ghosts) {
  const std::vector<bool> open = names_from_open_cells(program);
  const auto& symbols = program.signature.symbols();
  for (std::size_t k = 0; k < symbols.size() && ghosts.size() < most_ghosts; ++k) {
    if (!open[k] || symbols[k].sort != Signature::proc || symbols[k].arity != 1 || symbols[k].constant || symbols[k].derived() ||
        symbols[k].has_value_index())
      continue;
    ld::Ghost ghost;
    ghost.name = unused_name(program, ghosts, "At_" + symbols[k].name);
    ghost.sort = Signature::proc;
    ghost.indices = 1;
    ghost.initial = ld::process_variable(ld::Ghost::index);
    bool of_others = false;  // some process other than the one whose cell it is was saved
    for (std::size_t t = 0; t < program.transitions.size(); ++t) {
      const ld::Transition& transition = program.transitions[t];
      for (const ld::Assignment& assignment : transition.assignments) {
        const auto is_parameter = [&](const Term& term) { return term.kind == Term::Kind::Process && term.index < transition.parameters; };
        if (assignment.symbol != SymbolId(k) || assignment.kind != ld::Assignment::Kind::Set || assignment.indices.size() != 1 ||
            !is_parameter(assignment.indices[0]) || !is_parameter(assignment.value))
          continue;
        of_others = of_others || assignment.value.index != assignment.indices[0].index;
        ld::Ghost::Write& write = ghost.writes.emplace_back();
        write.transition = narrow<std::uint32_t>(t);
        write.name = transition.name;
        write.cell.push_back(assignment.indices[0]);
        write.branches.push_back({std::nullopt, assignment.value});
        break;  // one update of a ghost in a transition
      }
    }
    if (of_others) ghosts.push_back(std::move(ghost));
  }
}

// Whether the transition assigns the name; `follows`: to a value that it reads.
bool assigns(const ld::Transition& transition, const Signature& signature, SymbolId symbol, bool follows) {
  return std::any_of(transition.assignments.begin(), transition.assignments.end(), [&](const ld::Assignment& assignment) {
    if (assignment.symbol != symbol) return false;
    bool reads = false;
    ld::each_value(assignment,
                   [&](const Term& value) { reads = reads || (value.kind == Term::Kind::Access && !signature[value.symbol()].constant); });
    return reads || !follows;
  });
}

void add_past(const ld::Program& program, SymbolId symbol, std::vector<ld::Ghost>& ghosts) {
  const Signature& signature = program.signature;
  const bool follows = std::any_of(program.transitions.begin(), program.transitions.end(),
                                   [&](const ld::Transition& transition) { return assigns(transition, signature, symbol, true); });
  ld::Ghost ghost;
  ghost.name = unused_name(program, ghosts, "Was_" + signature[symbol].name);
  ghost.sort = Signature::boolean;
  ghost.indices = 1;
  ghost.initial = ld::constructor(Signature::boolean, Signature::false_value);
  for (std::size_t t = 0; t < program.transitions.size(); ++t) {
    const ld::Transition& transition = program.transitions[t];
    if (!assigns(transition, signature, symbol, follows)) continue;
    if (signature[symbol].weak && !ld::text_facts(transition, signature).reads_weak) return;
    ld::Ghost::Write& write = ghost.writes.emplace_back();
    write.transition = narrow<std::uint32_t>(t);
    write.name = transition.name;
    write.branches.push_back({ld::equation(ld::variable_value(symbol, signature), ld::process_variable(ld::Ghost::index)),
                              ld::constructor(Signature::boolean, Signature::true_value)});
  }
  if (!ghost.writes.empty()) ghosts.push_back(std::move(ghost));
}

}  // namespace

std::vector<ld::Ghost> propose_ghosts(const ld::Program& program) {
  std::vector<ld::Ghost> ghosts;
  add_witnesses(program, ghosts);
  add_targets(program, ghosts);
  const auto& symbols = program.signature.symbols();
  for (std::size_t k = 0; k < symbols.size() && ghosts.size() < most_ghosts; ++k) {
    if (symbols[k].sort == Signature::proc && symbols[k].arity == 0 && !symbols[k].constant && !symbols[k].derived() &&
        symbols[k].element.empty())
      add_past(program, SymbolId(k), ghosts);
  }
  return ghosts;
}

}  // namespace parapet::search
