#include "le/text.h"

namespace parapet::le {
namespace {

// Calls visit(term) for every term of a formula, indices and readers included.
template <class Visit>
void each_term(const ld::Term& term, const Visit& visit) {
  visit(term);
  for (const ld::Term& arg : term.args) each_term(arg, visit);
  for (const ld::Term& reader : term.reader) each_term(reader, visit);
}

template <class Visit>
void each_term(const ld::Formula& formula, const Visit& visit) {
  for (const ld::Term& term : formula.terms) each_term(term, visit);
  for (const ld::Formula& arg : formula.args) each_term(arg, visit);
}

template <class Visit>
void each_value(const ld::Assignment& assignment, const Visit& visit) {
  if (assignment.kind == ld::Assignment::Kind::Set) visit(assignment.value);
  for (const ld::Branch& branch : assignment.branches) visit(branch.value);
}

}  // namespace

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
  const auto look = [&](const ld::Term& term) {
    if (term.kind == ld::Term::Kind::Access && signature[term.symbol()].weak) facts.reads_weak = true;
  };
  each_term(transition.guard, look);
  for (const ld::Assignment& assignment : transition.assignments) {
    bool writes = assignment.kind == ld::Assignment::Kind::Havoc;
    each_value(assignment, [&](const ld::Term& value) {
      if (keeps_cell(assignment, value)) return;
      writes = true;
      each_term(value, look);
    });
    for (const ld::Branch& branch : assignment.branches) {
      if (branch.condition) each_term(*branch.condition, look);
    }
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
