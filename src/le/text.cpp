#include "le/text.h"

namespace parapet::le {

bool keeps_cell(const ld::Assignment& assignment, const ld::Term& value) {
  if (assignment.kind != ld::Assignment::Kind::Case) return false;
  if (value.kind != ld::Term::Kind::Access || value.symbol() != assignment.symbol) return false;
  const std::size_t arity = assignment.indices.size() + assignment.bound.size();
  if (value.args.size() != arity) return false;
  for (std::size_t k = 0; k < arity; ++k) {
    const ld::Term& index = value.args[k];
    const bool fits = assignment.bound.empty() ? same(index, assignment.indices[k])
                                               : index.kind == ld::Term::Kind::Process && index.index == assignment.bound[k];
    if (!fits) return false;
  }
  return true;
}

TextFacts text_facts(const ld::Transition& transition, const Signature& signature) {
  TextFacts facts;
  each_evaluated(transition, [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Access && signature[term.symbol()].weak) facts.reads_weak = true;
  });
  for (const ld::Assignment& assignment : transition.assignments) {
    bool writes = assignment.kind == ld::Assignment::Kind::Havoc;
    each_value(assignment, [&](const ld::Term& value) { writes = writes || !keeps_cell(assignment, value); });
    if (writes && signature[assignment.symbol].weak) facts.writes_weak = true;
  }
  return facts;
}

std::vector<std::uint32_t> process_constants(const ld::Program& program) {
  std::set<std::uint32_t> found;
  const auto look = [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::ProcessConstant) found.insert(term.index);
  };
  each_term(program.init.formula, look);
  for (const ld::Unsafe& unsafe : program.unsafes) each_term(unsafe.formula, look);
  for (const ld::Invariant& invariant : program.invariants) each_term(invariant.formula, look);
  for (const ld::Transition& transition : program.transitions) {
    each_term(transition.guard, look);
    for (const ld::Assignment& assignment : transition.assignments) {
      for (const ld::Term& index : assignment.indices) each_term(index, look);
      each_value(assignment, [&](const ld::Term& value) { each_term(value, look); });
      for (const ld::Branch& branch : assignment.branches) {
        if (branch.condition) each_term(*branch.condition, look);
      }
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace parapet::le
