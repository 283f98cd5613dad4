#include "check/accesses.h"

#include <algorithm>
#include <set>

namespace parapet::check {
namespace {

using ld::Assignment;
using ld::Formula;
using ld::Term;

// Calls `visit` on every term of the formula, inner ones included.
template <class Visit>
void each_term(const Term& term, const Visit& visit) {
  visit(term);
  for (const Term& arg : term.args) each_term(arg, visit);
  for (const Term& reader : term.reader) each_term(reader, visit);
}

template <class Visit>
void each_term(const Formula& formula, const Visit& visit) {
  for (const Term& term : formula.terms) each_term(term, visit);
  for (const Formula& arg : formula.args) each_term(arg, visit);
}

// The terms an assignment evaluates: no target, no kept cell.
template <class Visit>
void each_term(const Assignment& assignment, const Visit& visit) {
  if (assignment.kind == Assignment::Kind::Set) each_term(assignment.value, visit);
  for (const ld::Branch& branch : assignment.branches) {
    if (branch.condition) each_term(*branch.condition, visit);
    if (!keeps_cell(assignment, branch)) each_term(branch.value, visit);
  }
}

bool may_write(const Assignment& assignment) {
  if (assignment.kind != Assignment::Kind::Case) return true;
  return std::any_of(assignment.branches.begin(), assignment.branches.end(),
                     [&](const ld::Branch& branch) { return !keeps_cell(assignment, branch); });
}

}  // namespace

bool keeps_cell(const Assignment& assignment, const ld::Branch& branch) {
  const Term& value = branch.value;
  if (value.kind != Term::Kind::Access || value.symbol() != assignment.symbol) return false;
  if (assignment.bound.empty()) {
    return std::equal(value.args.begin(), value.args.end(), assignment.indices.begin(), assignment.indices.end(),
                      [](const Term& a, const Term& b) { return a.kind == b.kind && a.index == b.index; });
  }
  return std::equal(value.args.begin(), value.args.end(), assignment.bound.begin(), assignment.bound.end(),
                    [](const Term& a, ld::Variable b) { return a.kind == Term::Kind::Process && a.index == b; });
}

WeakAccesses weak_accesses(const ld::Transition& transition, const Signature& signature) {
  WeakAccesses result;
  const auto read = [&](const Term& term) {
    if (term.kind == Term::Kind::Access && signature[term.symbol()].weak) result.reads = true;
  };
  each_term(transition.guard, read);
  for (const Assignment& assignment : transition.assignments) {
    each_term(assignment, read);
    if (signature[assignment.symbol].weak && may_write(assignment)) result.writes = true;
  }
  return result;
}

bool demands_fence(const Formula& formula) {
  const auto& args = formula.args;
  switch (formula.kind) {
    case Formula::Kind::Fence:
      return true;
    case Formula::Kind::And:
      return std::any_of(args.begin(), args.end(), demands_fence);
    case Formula::Kind::Or:
      return std::all_of(args.begin(), args.end(), demands_fence);
    case Formula::Kind::IfThenElse:
      return demands_fence(args[1]) && demands_fence(args[2]);
    case Formula::Kind::Forall:
    case Formula::Kind::ForallOther:
    case Formula::Kind::Exists:
    case Formula::Kind::ExistsOther:
      return demands_fence(args[0]);
    case Formula::Kind::True:
    case Formula::Kind::False:
    case Formula::Kind::Compare:
    case Formula::Kind::Not:
    case Formula::Kind::Implies:
    case Formula::Kind::Iff:
      return false;
  }
  return false;
}

bool mentions_fence(const Formula& formula) {
  return formula.kind == Formula::Kind::Fence || std::any_of(formula.args.begin(), formula.args.end(), mentions_fence);
}

std::vector<std::uint32_t> process_constants(const ld::Program& program) {
  std::set<std::uint32_t> found;
  const auto note = [&](const Term& term) {
    if (term.kind == Term::Kind::ProcessConstant) found.insert(term.index);
  };
  each_term(program.init.formula, note);
  for (const ld::Unsafe& unsafe : program.unsafes) each_term(unsafe.formula, note);
  for (const ld::Invariant& invariant : program.invariants) each_term(invariant.formula, note);
  for (const ld::Transition& transition : program.transitions) {
    each_term(transition.guard, note);
    for (const Assignment& assignment : transition.assignments) {
      for (const Term& index : assignment.indices) each_term(index, note);
      each_term(assignment, note);
      for (const ld::Branch& branch : assignment.branches) each_term(branch.value, note);
    }
  }
  return {found.begin(), found.end()};
}

}  // namespace parapet::check
