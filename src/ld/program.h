// LD, the description language: a model as its author wrote it, typed and with resolved names. Events are implicit.
//
// Predicates and uses of `let` are expanded; everything else is as written, so that printing a program and reading it again gives the same
// program. A process variable is an index into the `variables` of the declaration it occurs in: parameters come first, then the variables
// bound by quantifiers and by updates of every cell; each binder has its own variables.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/number.h"
#include "base/source.h"
#include "logic/signature.h"

namespace parapet::ld {

using Variable = std::uint32_t;  // index into Declaration::variables

struct Term {
  enum class Kind : std::uint8_t {
    Process,          // index: variable
    ProcessConstant,  // index: n of `#n`
    Constructor,      // index: position in its enumeration `sort`
    Number,           // number
    Access,           // index: symbol; args: its process indices; reader: i of `i @ X`
    Sum,              // coefficients[k] * args[k] + number; args are Access terms, all different, coefficients not 0
  };
  Kind kind = Kind::Number;
  SortId sort;
  SourceRange range;
  std::uint32_t index = 0;
  Rational number;
  std::vector<Term> args;
  std::vector<Rational> coefficients;
  std::vector<Term> reader;  // empty, or one Process or ProcessConstant term

  [[nodiscard]] SymbolId symbol() const { return SymbolId(index); }
};

// Whether the terms are equal, ignoring source ranges.
[[nodiscard]] bool same(const Term& a, const Term& b);

enum class Comparison : std::uint8_t { Equal, Different, Less, LessEqual, Greater, GreaterEqual };

struct Formula {
  enum class Kind : std::uint8_t {
    True,
    False,
    Compare,  // terms[0] comparison terms[1]; both sides have one sort
    Fence,
    Not,          // args[0]
    And,          // args, at least two
    Or,           // args, at least two
    Implies,      // args[0], args[1]
    Iff,          // args[0], args[1]
    IfThenElse,   // args[0], args[1], args[2]
    Forall,       // over all processes; `bound` pairwise distinct
    Exists,       // over all processes; `bound` pairwise distinct
    ForallOther,  // over the processes other than the parameters; one `bound`
    ExistsOther,  // over the processes other than the parameters; one `bound`
  };
  Kind kind = Kind::True;
  SourceRange range;
  Comparison comparison = Comparison::Equal;
  std::vector<Term> terms;
  std::vector<Formula> args;
  std::vector<Variable> bound;
};

[[nodiscard]] bool same(const Formula& a, const Formula& b);

// The common part of init, unsafe, invariant and transition.
struct Declaration {
  std::string name;                    // as written; empty where there is none
  SourceRange range;                   // of the whole declaration
  std::uint32_t line = 0;              // of its beginning, from 1; 0: it was not read from a text
  std::vector<std::string> variables;  // parameters first
  std::uint32_t parameters = 0;
};

// The formula holds initially for all values of the parameters, which may coincide.
struct Init : Declaration {
  Formula formula;
};
// A state is unsafe if the formula holds for some pairwise distinct parameters.
struct Unsafe : Declaration {
  Formula formula;
};
// Like Unsafe, the formula describes excluded states: it holds in no reachable state for any pairwise distinct parameters.
struct Invariant : Declaration {
  Formula formula;
};

// A formula about one state, without parameters; any quantifiers. Nothing about the executions of the program depends on it.
struct StateFormula : Declaration {
  Formula formula;
};

struct Branch {
  std::optional<Formula> condition;  // none: the default, which comes last
  Term value;
};

struct Assignment {
  enum class Kind : std::uint8_t {
    Set,    // value; with `bound`, the whole array B of `A := B`: every cell A[bound] gets the value B[bound]
    Havoc,  // any value of the sort
    Case,   // the value of the first branch whose condition holds; if none holds, the cell is unchanged
  };
  Kind kind = Kind::Set;
  SourceRange range;
  std::uint32_t line = 0;  // from 1
  SymbolId symbol;
  std::vector<Term> indices;    // Set, and Case on one cell: parameters or `#n`; empty for a variable
  std::vector<Variable> bound;  // Case on every cell, Set of a whole array: the variables for its indices; then `indices` is empty
  Term value;
  std::vector<Branch> branches;
};

// A `let` of a transition. Its uses are expanded; it is kept because a firing reads its value even if it is not used.
struct Let {
  std::string name;
  Term value;
};

struct Transition : Declaration {
  std::optional<Variable> actor;  // the parameter in brackets
  std::vector<Let> lets;
  Formula guard;  // True where there is no `requires`
  std::vector<Assignment> assignments;
  bool accepted_atomic = false;  // `(*@ atomic *)`: the author accepts that it accesses several locations at once
};

struct Program {
  Signature signature;
  std::optional<std::uint32_t> number_procs;  // the largest number of processes; none for `number_procs 0` or without it
  Init init;
  std::vector<Unsafe> unsafes;
  std::vector<Invariant> invariants;
  std::vector<Transition> transitions;
  std::vector<StateFormula> expected_stuck;  // `(*@ stuck F *)`: states in which it is intended that no process can move
};

[[nodiscard]] bool same(const Program& a, const Program& b);

// Prints the canonical text: reading it gives the same program. `budget` may be null.
void print(std::ostream& out, const Program& program, Budget* budget = nullptr);
[[nodiscard]] std::string to_string(const Term& term, const Declaration& scope, const Signature& signature);
[[nodiscard]] std::string to_string(const Formula& formula, const Declaration& scope, const Signature& signature);

}  // namespace parapet::ld
