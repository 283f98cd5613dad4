// How the text of a transition accesses weak memory: whether a firing reads and writes weak locations, and which fences it demands.
//
// These definitions are part of the language (docs/language.md). They are here because both the translation (le) and the forward machine
// use them, and these must not include each other. They depend on the text alone: a read counts even if its value does not matter, as in an
// unused `let`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ld/program.h"

namespace parapet::ld {

[[nodiscard]] TextFacts text_facts(const Transition& transition, const Signature& signature);

// Whether the value of a `case` branch is the updated cell itself: such a branch neither reads nor writes the cell. (The assignment `X :=
// X` does both, so it is a read-modify-write.)
[[nodiscard]] bool keeps_cell(const Assignment& assignment, const Term& value);

// Calls visit for the term and every term inside it, including indices, readers and the formula of a count.
template <class Visit>
void each_term(const Formula& formula, const Visit& visit);

template <class Visit>
void each_term(const Term& term, const Visit& visit) {
  visit(term);
  for (const Term& arg : term.args) each_term(arg, visit);
  for (const Term& reader : term.reader) each_term(reader, visit);
  for (const Formula& body : term.body) each_term(body, visit);
}

template <class Visit>
void each_term(const Formula& formula, const Visit& visit) {
  for (const Term& term : formula.terms) each_term(term, visit);
  for (const Formula& arg : formula.args) each_term(arg, visit);
}

// Calls visit(value) for every value that the assignment may assign.
template <class Visit>
void each_value(const Assignment& assignment, const Visit& visit) {
  if (assignment.kind == Assignment::Kind::Set) visit(assignment.value);
  for (const Branch& branch : assignment.branches) visit(branch.value);
}

// Calls visit(term) for every term that is evaluated when the transition fires: guard, `let`, conditions, values, indices.
template <class Visit>
void each_evaluated(const Transition& transition, const Visit& visit) {
  each_term(transition.guard, visit);
  for (const Let& let : transition.lets) each_term(let.value, visit);
  for (const Assignment& assignment : transition.assignments) {
    for (const Term& index : assignment.indices) each_term(index, visit);
    each_value(assignment, [&](const Term& value) {
      if (!keeps_cell(assignment, value)) each_term(value, visit);
    });
    for (const Branch& branch : assignment.branches) {
      if (branch.condition) each_term(*branch.condition, visit);
    }
  }
}

// Calls visit(formula) and visit(term) for every formula of init, unsafe, invariants and transitions, and every term there that is not part
// of a formula.
template <class Visit>
void each_part(const Program& program, const Visit& visit) {
  visit(program.init.formula);
  for (const Unsafe& unsafe : program.unsafes) visit(unsafe.formula);
  for (const Invariant& invariant : program.invariants) visit(invariant.formula);
  for (const Transition& transition : program.transitions) {
    visit(transition.guard);
    for (const Let& let : transition.lets) visit(let.value);
    for (const Assignment& assignment : transition.assignments) {
      for (const Term& index : assignment.indices) visit(index);
      each_value(assignment, visit);
      for (const Branch& branch : assignment.branches) {
        if (branch.condition) visit(*branch.condition);
      }
    }
  }
}
// Calls visit(term) for every term of them.
template <class Visit>
void each_term_of(const Program& program, const Visit& visit) {
  each_part(program, [&](const auto& part) { each_term(part, visit); });
}

// In the functions below `fence` is a kind of fence: Fence or WriteFence. Each kind is treated on its own, as if the other one were an
// atom of which nothing is known.

// Whether a fence of this kind occurs in the formula.
[[nodiscard]] bool mentions(const Formula& formula, Formula::Kind fence);
// The formula with every fence of this kind replaced by the truth value.
[[nodiscard]] Formula with_fences(Formula formula, Formula::Kind fence, bool value);

// The guard with every fence, of either kind, that is demanded inside a universal quantifier moved out of that quantifier.
//
// `fence()` is the proposition that the store buffers of the acting process are empty, and a guard has its meaning in first-order logic, with
// one exception for a common way of writing (`forall_other q. Flag[q] = False && fence()`). If the body B of a universal quantifier, with
// `fence()` replaced by false, simplifies to false by the laws of the constants true and false alone, the fence is demanded even if the
// range of the quantifier is empty:
//     forall r. B    stands for    fence() && forall r. B[fence() := true].
// A universal quantifier is a `forall` in positive position or an `exists` in negative position. Inner quantifiers are treated first. The
// result has its meaning in first-order logic without exception; fences may occur under a negation in it.
// `wfence()` is a proposition too: that the firing orders earlier writes before later ones. A firing does so iff its guard does not hold
// with `wfence()` false; the same exception applies to it.
[[nodiscard]] Formula with_demanded_fences(const Formula& guard);

// The truth value of the formula with fences of this kind false, if the laws of true and false decide it for all ranges of its quantifiers.
[[nodiscard]] std::optional<bool> constant_without_fence(const Formula& formula, Formula::Kind fence);

// Whether some formula or term of the program mentions `#procs` or a `count`.
[[nodiscard]] bool counts_processes(const Program& program);

// Every n of a `#n` in the program, ascending.
[[nodiscard]] std::vector<std::uint32_t> process_constants(const Program& by_elements);

// Transitions that access several weak locations in one step, which no single instruction does (accidental atomicity: atomicity.cpp).
struct Atomicity {
  enum class Kind : std::uint8_t {
    Step,  // it reads one location and writes another, or writes several
    Read,  // it reads several
  };
  Kind kind = Kind::Step;
  std::string accesses;  // "reads X and writes Y"
};

// Whether the author accepted it or not (Transition::accepted_atomic). `program` is as its author wrote it.
[[nodiscard]] std::optional<Atomicity> atomicity(const Program& program, const Transition& transition);
[[nodiscard]] std::string_view name(Atomicity::Kind kind);  // `atomic step`, `atomic read`

}  // namespace parapet::ld
