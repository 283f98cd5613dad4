// LE as formulas, in the words of the 2018 paper (Conchon, Declerck, Zaidi): one value, made once from the translated system, that three
// renderers write.
//
// Terms are those of the system's arena, with these readings:
//   event(k)            the event whose name is Scope::events[k]
//   variable(k)         the process whose name is Scope::variables[k]
//   fresh(k, sort)      an arbitrary value, whose name is Scope::values[k]
//   read(k, {}, cell)   k > 0: Val of the weak cell in event k; k = 0: the value of the plain cell after the firing
//   cell                the value of the plain cell before the firing
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "le/system.h"
#include "logic/term.h"

namespace parapet::notation {

// The predicates and functions of LE, in the order of `words`. Those from Rd on exist once for each weak name.
enum class Word : std::uint8_t { Exec, Write, Fence, WFence, Po, Ghb, At, Final, Drained, Rd, Wr, Val, Rf, Co, Fr };
[[nodiscard]] constexpr bool per_weak_name(Word word) { return word >= Word::Rd; }

// What a word is called, and its arguments, in this order.
struct WordShape {
  Word word = Word::Exec;
  std::string_view name;
  std::uint32_t events = 1;
  std::uint32_t processes = 0;
  bool location = false;  // the indices of the weak name
};
inline constexpr std::array words{WordShape{Word::Exec, "exec", 1, 1},    WordShape{Word::Write, "write", 1, 1},
                                  WordShape{Word::Fence, "fence", 1, 1},  WordShape{Word::WFence, "wfence", 1, 1},
                                  WordShape{Word::Po, "po", 2},           WordShape{Word::Ghb, "ghb", 2},
                                  WordShape{Word::At, "at", 2},           WordShape{Word::Final, "final", 1, 1},
                                  WordShape{Word::Drained, "drained", 1}, WordShape{Word::Rd, "Rd", 1, 1, true},
                                  WordShape{Word::Wr, "Wr", 1, 1, true},  WordShape{Word::Val, "Val", 1, 0, true},
                                  WordShape{Word::Rf, "rf", 2, 0, true},  WordShape{Word::Co, "co", 2, 0, true},
                                  WordShape{Word::Fr, "fr", 2, 0, true}};
[[nodiscard]] constexpr const WordShape& shape_of(Word word) { return words[static_cast<std::size_t>(word)]; }
static_assert(std::ranges::all_of(words, [](const WordShape& each) { return shape_of(each.word).name == each.name; }));

inline constexpr std::uint32_t after_firing = 0;  // the number of a read that is the next value of a plain cell
inline constexpr std::uint32_t first_event = 1;

struct Formula {
  enum class Kind : std::uint8_t {
    Atom,     // args[0], an atom of the arena
    Equal,    // args[0] = args[1], or parts[0] = parts[1], which are applications
    Apply,    // word(args); `symbol` invalid: of any weak name, written X
    Not,      // parts[0]
    And,      // parts, none: true
    Or,       // parts, none: false
    Implies,  // parts[0], parts[1]
    Iff,      // parts[0], parts[1]
    Forall,   // args: the variables; parts: restrictions of their range, then the body
    Exists,
  };
  Kind kind = Kind::And;
  Word word = Word::Exec;
  SymbolId symbol;
  std::vector<TermId> args;
  std::vector<Formula> parts;
};

template <std::same_as<Formula>... Parts>
[[nodiscard]] Formula made(Formula::Kind kind, std::vector<TermId> args, Parts... parts) {
  Formula result{kind, Word::Exec, {}, std::move(args), {}};
  (result.parts.push_back(std::move(parts)), ...);
  return result;
}
[[nodiscard]] inline Formula apply(Word word, std::vector<TermId> args, SymbolId symbol = {}) {
  return {Formula::Kind::Apply, word, symbol, std::move(args), {}};
}
[[nodiscard]] inline Formula equation(TermId left, TermId right) { return made(Formula::Kind::Equal, {left, right}); }
[[nodiscard]] inline Formula negated(Formula formula) { return made(Formula::Kind::Not, {}, std::move(formula)); }
[[nodiscard]] inline Formula different(TermId left, TermId right) { return negated(equation(left, right)); }
[[nodiscard]] inline Formula implies(Formula condition, Formula conclusion) {
  return made(Formula::Kind::Implies, {}, std::move(condition), std::move(conclusion));
}
// A conjunction or disjunction of one is that one.
[[nodiscard]] Formula both(std::vector<Formula> parts);
[[nodiscard]] Formula either(std::vector<Formula> parts);
// Without variables: the body.
[[nodiscard]] Formula forall(std::vector<TermId> variables, std::vector<Formula> restrictions, Formula body);

struct Scope {
  std::vector<std::string> variables, events, values;
};

// A formula that holds in every execution, and what it says in words. Without formula: the words alone.
struct Axiom {
  std::string caption;
  Scope scope;
  std::vector<Formula> formula;  // none or one
};

// Init, an unsafe formula, a trusted invariant, or a transition: one disjunct of it.
struct Definition {
  std::string name;  // `unsafe_1`, `enter`; `enter.2` is the second disjunct
  std::vector<TermId> parameters, events;
  Scope scope;
  std::vector<Formula> conjuncts;
  std::vector<SymbolId> unchanged;   // plain names that the firing does not assign
  std::vector<std::string> remarks;  // acting process, kind, lateness
};

struct Theory {
  const le::System* system = nullptr;
  std::vector<std::string> heading;  // what the words mean
  std::vector<std::string> remarks;  // shared names, values that can occur
  std::vector<Axiom> processes;      // constants, the number of processes
  std::vector<Axiom> order;          // which pairs of events are in ghb
  std::vector<Axiom> memory;         // rf, co and fr of a weak name written X
  std::vector<Axiom> instances;      // the same, for each weak name
  Definition init;
  std::vector<Definition> invariants, unsafes, transitions;
};

[[nodiscard]] Theory make_theory(const le::System& system, TermArena& arena);

// A theory in three notations.

// For people, in ASCII. Comments begin with `--`.
void print_text(std::ostream& out, const Theory& theory, const TermArena& arena);

// SMT-LIB 2 definitions that z3 and cvc5 accept: sorts Proc and Event, the words of LE as declared functions, the axioms as assertions,
// init, unsafe formulas and transitions as defined predicates. The file asks nothing: there is no check-sat.
void print_smtlib(std::ostream& out, const Theory& theory, const TermArena& arena);

// LaTeX formulas, in align* environments of the package amsmath. Comments begin with `%`.
void print_latex(std::ostream& out, const Theory& theory, const TermArena& arena);

}  // namespace parapet::notation
