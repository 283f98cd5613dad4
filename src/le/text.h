// What the text of an LD transition reads and writes. Decided from the text: a read whose value turns out irrelevant still counts.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "ld/program.h"

namespace parapet::le {

struct TextFacts {
  bool reads_weak = false;
  bool writes_weak = false;
};

[[nodiscard]] TextFacts text_facts(const ld::Transition& transition, const Signature& signature);

// A branch of a `case` whose value is the very cell being updated neither reads nor writes that cell. (`X := X` does both: it is an atomic
// step.)
[[nodiscard]] bool keeps_cell(const ld::Assignment& assignment, const ld::Term& value);

// Calls visit(term) for every term inside, indices and readers included.
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

// Calls visit(value) for every value that the assignment may give.
template <class Visit>
void each_value(const ld::Assignment& assignment, const Visit& visit) {
  if (assignment.kind == ld::Assignment::Kind::Set) visit(assignment.value);
  for (const ld::Branch& branch : assignment.branches) visit(branch.value);
}

// Calls visit(term) for every term that is evaluated when the transition fires: guard, conditions, values.
template <class Visit>
void each_evaluated(const ld::Transition& transition, const Visit& visit) {
  each_term(transition.guard, visit);
  for (const ld::Assignment& assignment : transition.assignments) {
    each_value(assignment, [&](const ld::Term& value) {
      if (!keeps_cell(assignment, value)) each_term(value, visit);
    });
    for (const ld::Branch& branch : assignment.branches) {
      if (branch.condition) each_term(*branch.condition, visit);
    }
  }
}

// Every n of a `#n` in the program, ascending.
[[nodiscard]] std::vector<std::uint32_t> process_constants(const ld::Program& program);

}  // namespace parapet::le
