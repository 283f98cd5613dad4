// A theory in three notations.
#pragma once

#include <iosfwd>

#include "notation/theory.h"

namespace parapet::notation {

// For people, in ASCII. Comments begin with `--`.
void print_text(std::ostream& out, const Theory& theory, const TermArena& arena);

// SMT-LIB 2 definitions that z3 and cvc5 accept: sorts Proc and Event, the words of LE as declared functions, the axioms as assertions,
// init, unsafe formulas and transitions as defined predicates. The file asks nothing: there is no check-sat.
void print_smtlib(std::ostream& out, const Theory& theory, const TermArena& arena);

// LaTeX formulas, in align* environments of the package amsmath. Comments begin with `%`.
void print_latex(std::ostream& out, const Theory& theory, const TermArena& arena);

}  // namespace parapet::notation
