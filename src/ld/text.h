// What the text of a transition says of weak memory: whether a firing reads, writes, and which fences it demands.
//
// These definitions are the language's (docs/language.md), so they stand here, below both the translation (le) and the forward machine,
// which must not include each other. They depend on the text alone: a read whose value turns out irrelevant still counts, also that of a
// `let` nobody uses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "ld/program.h"

namespace parapet::ld {

struct TextFacts {
  bool reads_weak = false;   // guard, `let`, values, conditions; a branch that keeps the updated cell is no read of it
  bool writes_weak = false;  // an assignment to a weak name, some branch of which does not just keep the cell
  // Atomic: it waits for an empty store buffer, and its writes are in memory at once.
  [[nodiscard]] bool read_modify_write() const { return reads_weak && writes_weak; }
};

[[nodiscard]] TextFacts text_facts(const Transition& transition, const Signature& signature);

// A branch of a `case` whose value is the very cell being updated neither reads nor writes that cell. (`X := X` does both: it is an atomic
// step.)
[[nodiscard]] bool keeps_cell(const Assignment& assignment, const Term& value);

// Calls visit(term) for every term inside, indices and readers included.
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

// Calls visit(value) for every value that the assignment may give.
template <class Visit>
void each_value(const Assignment& assignment, const Visit& visit) {
  if (assignment.kind == Assignment::Kind::Set) visit(assignment.value);
  for (const Branch& branch : assignment.branches) visit(branch.value);
}

// Calls visit(term) for every term that is evaluated when the transition fires: guard, `let`, conditions, values.
template <class Visit>
void each_evaluated(const Transition& transition, const Visit& visit) {
  each_term(transition.guard, visit);
  for (const Let& let : transition.lets) each_term(let.value, visit);
  for (const Assignment& assignment : transition.assignments) {
    each_value(assignment, [&](const Term& value) {
      if (!keeps_cell(assignment, value)) each_term(value, visit);
    });
    for (const Branch& branch : assignment.branches) {
      if (branch.condition) each_term(*branch.condition, visit);
    }
  }
}

// Some part of the formula is a fence.
[[nodiscard]] bool mentions_fence(const Formula& formula);
// The formula with that value in place of every fence.
[[nodiscard]] Formula with_fences(Formula formula, bool value);

// The guard with every fence that a universal quantifier demands written beside that quantifier.
//
// `fence()` is a proposition (the store buffer of the acting process is empty), and a guard means what logic says, with one exception for
// how people write (`forall_other q. Flag[q] = False && fence()`). If the body B of a universal quantifier, with `fence()` replaced by
// false, simplifies to false by the laws of the constants true and false alone, the fence is demanded whatever the range, empty or not:
//     forall r. B    stands for    fence() && forall r. B[fence() := true].
// A universal quantifier is a `forall` read positively or an `exists` read negatively. Inner quantifiers come first. Everything else
// stays, so that what is left is plain logic: in the result fences may also stand under a negation.
[[nodiscard]] Formula with_demanded_fences(const Formula& guard);

// The value of the formula when `fence()` is false, if the laws of true and false decide it for every range of every quantifier in it.
[[nodiscard]] std::optional<bool> constant_without_fence(const Formula& formula);

// Every n of a `#n` in the program, ascending.
[[nodiscard]] std::vector<std::uint32_t> process_constants(const Program& program);

}  // namespace parapet::ld
