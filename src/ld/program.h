// LD, the description language: a model as its author wrote it, typed and with resolved names. Events are implicit.
//
// Predicates and uses of `let` are expanded; everything else is as written, so that printing a program and reading it again gives the same
// program. A variable is an index into the `variables` of the declaration it occurs in: parameters come first, then the variables
// bound by quantifiers and by updates of every cell; each binder has its own variables. Parameters are processes; a bound variable is a
// process or stands for the values of an enumeration.
//
// Arrays may be indexed by enumerations. Everything behind the front end works on the program by elements (ld/elements.h), in which every
// index is a process: of the terms below it has no Value, Next and Previous, and its quantifiers range over processes.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "base/contract.h"
#include "base/number.h"
#include "base/source.h"
#include "logic/signature.h"

namespace parapet {
class JsonWriter;
}

namespace parapet::ld {

using Variable = std::uint32_t;  // index into Declaration::variables

struct Formula;

struct Term {
  enum class Kind : std::uint8_t {
    Process,          // index: variable
    ProcessConstant,  // index: n of `#n`
    Constructor,      // index: position in its enumeration `sort`
    Number,           // number
    Access,           // index: symbol; args: its indices; reader: i of `i @ X`
    Sum,              // coefficients[k] * args[k] + number; args are Access, Processes or Count terms, all different, coefficients not 0
    Value,            // index: variable, bound to the values of the enumeration `sort`
    Next,             // the value after args[0] in its enumeration `sort`; after the last one comes the first
    Previous,         // the value before args[0]
    Processes,        // `#procs`, the number of processes
    Count,            // `count (q) { F }`: index: the variable q; body: F. The number of processes q for which F holds
  };
  Kind kind = Kind::Number;
  SortId sort;
  SourceRange range;
  std::uint32_t index = 0;
  Rational number;
  std::vector<Term> args;
  std::vector<Rational> coefficients;
  std::vector<Term> reader;   // empty, or one Process or ProcessConstant term
  std::vector<Formula> body;  // of a Count

  [[nodiscard]] SymbolId symbol() const { return SymbolId(index); }
  [[nodiscard]] bool is_process() const { return kind == Kind::Process || kind == Kind::ProcessConstant; }
};

// Whether the terms are equal, ignoring source ranges.
[[nodiscard]] bool same(const Term& a, const Term& b);

enum class Comparison : std::uint8_t { Equal, Different, Less, LessEqual, Greater, GreaterEqual };

// Whether it holds for two values in this order.
[[nodiscard]] constexpr bool holds(Comparison comparison, std::strong_ordering order) {
  switch (comparison) {
    case Comparison::Equal:
      return order == 0;
    case Comparison::Different:
      return order != 0;
    case Comparison::Less:
      return order < 0;
    case Comparison::LessEqual:
      return order <= 0;
    case Comparison::Greater:
      return order > 0;
    case Comparison::GreaterEqual:
      return order >= 0;
  }
  contract_failed("a comparison is one of six", __FILE__, __LINE__);
}

struct Formula {
  enum class Kind : std::uint8_t {
    True,
    False,
    Compare,      // terms[0] comparison terms[1]; both sides have one sort
    Fence,        // fence(): the store buffers of the acting process are empty
    WriteFence,   // wfence(): orders its earlier writes before this and later ones
    Not,          // args[0]
    And,          // args, at least two
    Or,           // args, at least two
    Implies,      // args[0], args[1]
    Iff,          // args[0], args[1]
    IfThenElse,   // args[0], args[1], args[2]
    Forall,       // over all processes, or all values of an enumeration; `bound` pairwise distinct
    Exists,       // likewise
    ForallOther,  // over the processes other than the parameters; one `bound`
    ExistsOther,  // over the processes other than the parameters; one `bound`
  };
  Kind kind = Kind::True;
  SourceRange range;
  Comparison comparison = Comparison::Equal;
  std::vector<Term> terms;
  std::vector<Formula> args;
  std::vector<Variable> bound;
  SortId over = Signature::proc;  // Forall, Exists: the range of `bound`
};

[[nodiscard]] bool same(const Formula& a, const Formula& b);

[[nodiscard]] Formula made(Formula::Kind kind, SourceRange range, std::vector<Formula> args = {});
[[nodiscard]] Formula compared(Comparison comparison, Term left, Term right, SourceRange range = {});
[[nodiscard]] Term constructor(SortId sort, std::uint32_t position, SourceRange range = {});

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
  std::vector<Term> indices;    // Set, and Case on one cell: parameters, `#n`, or terms of an enumeration; empty for a variable
  std::vector<Variable> bound;  // Case on every cell, Set of a whole array: the variables for its indices; then `indices` is empty
  Term value;
  std::vector<Branch> branches;
};

// A `let` of a transition. Its uses are expanded; it is kept because a firing reads its value even if it is not used.
struct Let {
  std::string name;
  Term value;
};

// How the text of a transition accesses weak memory (ld/text.h).
struct TextFacts {
  bool reads_weak = false;   // in guard, `let`s, values, conditions, indices; a branch that keeps the updated cell does not read it
  bool writes_weak = false;  // it assigns a weak name, and not every branch keeps the cell
  // A read-modify-write is atomic: it requires an empty store buffer, and its writes are in memory at once.
  [[nodiscard]] bool read_modify_write() const { return reads_weak && writes_weak; }
};

struct Transition : Declaration {
  std::optional<Variable> actor;  // the parameter in brackets
  std::vector<Let> lets;
  Formula guard;  // True where there is no `requires`
  std::vector<Assignment> assignments;
  std::optional<TextFacts> facts;  // of the text as its author wrote it, where this transition is a rewriting of that (ld/elements.h)
  bool accepted_atomic = false;    // `(*@ atomic *)`: the author accepts that it accesses several locations at once
};

struct Program {
  Signature signature;
  std::optional<std::uint32_t> number_procs;  // the largest number of processes; none for `number_procs 0` or without it
  Init init;
  std::vector<Unsafe> unsafes;
  std::vector<Invariant> invariants;
  std::vector<Transition> transitions;
  std::vector<StateFormula> expected_stuck;  // `(*@ stuck F *)`: states in which it is intended that no process can move
  // Of a program by elements (ld/elements.h): the one program that it was made from, as its author wrote it. Empty otherwise.
  std::vector<Program> written = {};

  [[nodiscard]] const Program& as_written() const { return written.empty() ? *this : written.front(); }
};

// Prints the canonical text of the program as its author wrote it: reading it gives the same program. `budget` may be null.
void print(std::ostream& out, const Program& program, Budget* budget = nullptr);
[[nodiscard]] std::string to_string(const Term& term, const Declaration& scope, const Signature& signature);
[[nodiscard]] std::string to_string(const Formula& formula, const Declaration& scope, const Signature& signature);

// Like `print`, with the pragmas of the program and, in front of each transition that it is about, a comment: `(* atomic step:
// reads X and writes Y *)`. `budget` may be null.
void print_with_remarks(std::ostream& out, const Program& program, Budget* budget = nullptr);

// The structure of the program as JSON, for other tools: one object with number_procs, types, symbols, init, unsafe, invariants and
// transitions. Formulas and terms are arrays beginning with their operator; every access names its symbol, its indices and its reader.
// `heading` writes members before those; it may be empty.
[[nodiscard]] std::string to_json(const Program& program, Budget* budget = nullptr, const std::function<void(JsonWriter&)>& heading = {});

// Names of operators and quantifiers, as they are in the text of a model and in its JSON.
// "=", "<>", "<", ...
[[nodiscard]] std::string_view symbol_of(Comparison comparison);
// "forall", "exists_other", ...; empty if the formula is not a quantifier.
[[nodiscard]] std::string_view quantifier_of(Formula::Kind kind);

}  // namespace parapet::ld
