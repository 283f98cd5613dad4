// LE, the event-explicit language: a model as the search sees it. Guards are in disjunctive normal form, one transition per disjunct; each
// says which events a firing creates and how they stand to memory.
//
// Templates. Formulas of a declaration are terms over its variables: variable k is arena.variable(k), to be replaced by a process.
// (It is no Process term, because two variables may stand for the same process: a bound index and a parameter, say.)
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ld/memory_model.h"
#include "ld/program.h"
#include "logic/term.h"

namespace parapet::le {

using Variable = ld::Variable;
using ld::EventKind;
using ld::find_memory_model;
using ld::MemoryModel;
using ld::sc;
using ld::tso;
using Conjunction = std::vector<TermId>;  // atoms

// For all values of the variables in `bound`, some disjunct holds.
struct Universal {
  struct Bound {
    Variable variable = 0;
    bool others = false;      // ranges over all processes other than the declared parameters
    std::uint32_t group = 0;  // one per quantifier of the text: variables of one group have pairwise distinct values
  };
  std::vector<Bound> bound;
  std::vector<Conjunction> disjuncts;
};

struct Branch {
  enum class Kind : std::uint8_t { Keep, Set, Havoc };
  Kind kind = Kind::Keep;
  TermId condition;  // True where there is none
  TermId value;      // Set
};

// The new value of every cell that matches `target` is that of the first branch whose condition holds; unchanged if there is none.
struct Update {
  SymbolId symbol;
  std::vector<TermId> target;   // parameters, constants, or bound variables, which match any process
  std::vector<Variable> bound;  // those of `target`
  std::vector<Branch> branches;
};

// How a firing meets memory under the timeline engine (search/weak/timeline/timeline.h).
enum class FiringKind : std::uint8_t { Sync, Write, Read };

struct Transition {
  std::uint32_t source = 0;          // index into ld::Program::transitions
  std::vector<Variable> parameters;  // the declared ones, then those of existential quantifiers; mapped to distinct processes
  std::uint32_t declared = 0;
  std::optional<std::uint32_t> actor;  // index into parameters: written, or inferred from the names it touches
  Conjunction guard;
  std::vector<Universal> universals;
  bool fence = false;                   // of this disjunct
  bool reads_weak = false;              // of the whole text of the LD transition
  bool writes_weak = false;             // of the whole text
  std::optional<SymbolId> shared_read;  // a plain name that several processes touch, written by some, that the whole text reads, if any
  bool late = true;                     // it may execute while its process has writes in its buffer (static, over-approximated)
  FiringKind kind = FiringKind::Sync;

  [[nodiscard]] bool read_modify_write() const { return reads_weak && writes_weak; }
};

// A cube of an unsafe formula or of an invariant. `i @ X` of a weak X is a Read by i, an item of the open read 0 (sc: a cell).
struct UnsafeCube {
  std::uint32_t source = 0;          // index into ld::Program::unsafes or invariants
  std::vector<Variable> parameters;  // mapped to distinct processes
  Conjunction literals;
  std::vector<TermId> owners;  // of an unsafe cube: the `#n` that own plain cells of it (System::owners), named in it or not
};

// Some literal reads a weak location.
[[nodiscard]] bool has_read(const TermArena& arena, const UnsafeCube& unsafe);

// One conjunct of init, for all values of its variables (pairwise distinct within a group; they may coincide otherwise).
struct InitClause {
  std::vector<Universal::Bound> bound;
  TermId formula;
};

struct System {
  const ld::Program* program = nullptr;
  MemoryModel model = sc;
  std::vector<Transition> transitions;
  std::vector<std::vector<Update>> updates;  // by LD transition
  std::vector<std::vector<TermId>> lets;     // by LD transition: the values of its `let`s, which a firing reads, used or not
  std::vector<UnsafeCube> unsafes, invariants;
  std::vector<InitClause> init;
  // An initial state need not be part of one with a process more, as far as is known (le/init.cpp): how many processes there are then
  // matters even where nothing is said of them.
  bool init_counts_processes = false;
  std::vector<std::uint32_t> constants;  // every n of a `#n` in the model, ascending
  std::vector<bool> shared;              // by symbol: a plain name that several processes touch, written by some
  // By symbol: the process that all transitions that touch the plain name are of, a `#n` or a variable that nothing assigns; invalid: none
  // such is known, or one of its indices is the owner (le/ownership.cpp).
  std::vector<TermId> owners;
  // By symbol: the constructors its cells can ever hold (le/narrow.h); every bit set where nothing is known.
  std::vector<std::uint64_t> narrowed;

  [[nodiscard]] const std::string& name(const Transition& t) const { return program->transitions[t.source].name; }
};

struct TranslateOptions {
  bool narrow = true;    // sound narrowing of enumerations
  bool lateness = true;  // the static analysis of late reads; without it every firing may be late
};

// The event-explicit system of a program under a model. Throws TooLarge (le/dnf.h), which has the place in the file, if a formula has more
// disjuncts than can be handled.
[[nodiscard]] System translate(const ld::Program& program, const MemoryModel& model, const TranslateOptions& options, TermArena& arena);

// Readable text of the whole system (`parapet dump --le`).
void print(std::ostream& out, const System& system, const TermArena& arena);

}  // namespace parapet::le
