// LE as formulas, in the words of the 2018 paper (Conchon, Declerck, Zaidi): one value, made once from the translated system, that three
// renderers write (text.h, smtlib.h, latex.h).
//
// Terms are those of the system's arena, with these readings:
//   event(k)            the event whose name is Scope::events[k]
//   variable(k)         the process whose name is Scope::variables[k]
//   fresh(k, sort)      an arbitrary value, whose name is Scope::values[k]
//   read(k, {}, cell)   k > 0: Val of the weak cell in event k; k = 0: the value of the plain cell after the firing
//   cell                the value of the plain cell before the firing
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "le/system.h"
#include "logic/term.h"

namespace parapet::notation {

// The predicates and functions of LE. Those from Rd on exist once for each weak name.
enum class Word : std::uint8_t { Exec, Write, Fence, WFence, Po, Ghb, At, Final, Drained, Rd, Wr, Val, Rf, Co, Fr };

// "exec", "Rd", ...
[[nodiscard]] std::string_view name_of(Word word);
[[nodiscard]] constexpr bool per_weak_name(Word word) { return word >= Word::Rd; }
// The arguments of a word, in this order.
struct WordShape {
  std::uint32_t events = 1;
  std::uint32_t processes = 0;
  bool location = false;  // the indices of the weak name
};
[[nodiscard]] WordShape shape_of(Word word);

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

[[nodiscard]] Formula apply(Word word, std::vector<TermId> args, SymbolId symbol = {});
// A conjunction or disjunction of one is that one.
[[nodiscard]] Formula both(std::vector<Formula> parts);
[[nodiscard]] Formula either(std::vector<Formula> parts);
[[nodiscard]] Formula implies(Formula condition, Formula conclusion);
[[nodiscard]] Formula negated(Formula formula);
[[nodiscard]] Formula forall(std::vector<TermId> variables, std::vector<Formula> restrictions,
                             Formula body);  // without variables: the body

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

}  // namespace parapet::notation
