// LE, the event-explicit language: a model in the form that the search uses. Guards are in disjunctive normal form, with one transition per
// disjunct; each transition says which events a firing creates and how it accesses memory.
//
// Templates. Formulas of a declaration are terms over its variables: variable k is arena.variable(k), to be replaced by a process.
// (It is not a Process term, since two variables may denote the same process: a bound index and a parameter, say.)
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ld/memory_model.h"
#include "ld/program.h"
#include "le/counts.h"
#include "le/delays.h"
#include "logic/interval.h"
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

// The value of a variable, where variables[k] has values[k]; invalid if it is not among them.
[[nodiscard]] inline TermId value_of(std::uint64_t variable, std::span<const Variable> variables, std::span<const TermId> values) {
  for (std::size_t k = 0; k < variables.size(); ++k) {
    if (variables[k] == variable) return values[k];
  }
  return {};
}

// The variables of a quantifier.
[[nodiscard]] inline std::vector<Variable> variables_of(const std::vector<Universal::Bound>& bound) {
  std::vector<Variable> all;
  for (const Universal::Bound& each : bound) all.push_back(each.variable);
  return all;
}

struct Branch {
  enum class Kind : std::uint8_t { Keep, Set, Havoc };
  Kind kind = Kind::Keep;
  TermId condition;  // true if the text has none
  TermId value;      // Set
};

// The new value of every cell that matches `target` is that of the first branch whose condition holds; if none holds, the cell is
// unchanged.
struct Update {
  SymbolId symbol;
  std::vector<TermId> target;   // parameters, constants, or bound variables, which match any process
  std::vector<Variable> bound;  // those of `target`
  std::vector<Branch> branches;
};

// How a firing accesses memory under the timeline engine (NOTE(timeline)).
enum class FiringKind : std::uint8_t { Sync, Write, Read };

struct Transition {
  std::uint32_t source = 0;          // index into ld::Program::transitions
  std::vector<Variable> parameters;  // the declared ones, then those of existential quantifiers; mapped to distinct processes
  std::uint32_t declared = 0;
  std::optional<std::uint32_t> actor;  // index into parameters: marked in the text, or inferred (ownership.cpp)
  Conjunction guard;
  std::vector<Universal> universals;
  bool fence = false;                   // this disjunct demands a fence
  bool wfence = false;                  // it demands a store-store fence, and the memory model gives that an effect
  bool reads_weak = false;              // by the whole text of the LD transition
  bool writes_weak = false;             // by the whole text
  std::optional<SymbolId> shared_read;  // a shared plain name that the whole text reads, if there is one
  bool late = true;                     // it may execute while writes of its process are buffered (an over-approximation)
  FiringKind kind = FiringKind::Sync;

  [[nodiscard]] bool read_modify_write() const { return reads_weak && writes_weak; }
};

// A cube of an unsafe formula or of an invariant. `i @ X` of a weak X is a Read by i, an item of the open read 0 (sc: a cell).
struct UnsafeCube {
  std::uint32_t source = 0;          // index into ld::Program::unsafes or invariants
  std::vector<Variable> parameters;  // mapped to distinct processes
  Conjunction literals;
  std::vector<TermId> owners;  // of an unsafe formula: the `#n` that own plain names of it (System::owners)
};

// Whether some literal reads a weak location.
[[nodiscard]] bool has_read(const TermArena& arena, const UnsafeCube& unsafe);

// One conjunct of a formula whose quantifiers are all universal: for all values of `bound` (pairwise distinct within a group; they may
// coincide otherwise), the quantifier-free `formula`. Init is a list of them.
struct Clause {
  std::vector<Universal::Bound> bound;
  TermId formula;
};

struct System {
  const ld::Program* program = nullptr;
  MemoryModel model = sc;
  std::vector<Transition> transitions;
  std::vector<std::vector<Update>> updates;  // by LD transition
  std::vector<std::vector<TermId>> lets;     // by LD transition: the values of its `let`s, which a firing reads even if they are not used
  std::vector<UnsafeCube> unsafes, invariants;
  std::vector<Clause> init;
  // False: every initial state extends to one with an additional process (le/init.cpp). If true, the number of processes matters even where
  // nothing is said about them.
  bool init_counts_processes = false;
  std::vector<std::uint32_t> constants;  // every n of a `#n` in the model, ascending
  std::vector<bool> shared;              // by symbol: a shared plain name
  // By symbol of a plain name: the fixed process to which all transitions that access it belong, a `#n` or a variable that no transition
  // assigns; invalid if none is known, or if an index position holds the owner (le/ownership.cpp).
  std::vector<TermId> owners;
  // By symbol of a weak name: the event engine may take its writes in the order of their commits (le/lateness.cpp), so that a sync firing
  // reads it as memory is at its own place in the order of firings.
  std::vector<bool> ordered_by_commit;
  // By symbol: the constructors that its cells can hold (le/narrowing.cpp); all bits set if nothing is known.
  std::vector<std::uint64_t> narrowed;
  // By symbol: contains every number that its cells can hold (le/narrowing.cpp).
  std::vector<Interval> intervals;
  Counts counts;  // NOTE(counts)
  // By symbol: a clause of init relates it to `#procs` or to a count.
  std::vector<bool> tied_to_counts;
  // With a buffer per location: which writes may be delayed, and where they wait (le/delays.h).
  Delays delays;

  [[nodiscard]] const std::string& name(const Transition& t) const { return program->transitions[t.source].name; }
};

// The types for which the body of a universal guard holds, if it asks one process at a time for its own counted cells only, and the firing
// sees them as they are at its place (it is sync): then the guard says how many processes have the other types. Nothing: it is not countable.
[[nodiscard]] std::optional<std::vector<bool>> countable_guard(const System& system, const TermArena& arena, const Transition& transition,
                                                               const Universal& universal);
[[nodiscard]] bool has_countable_guard(const System& system, const TermArena& arena, std::uint32_t source);

struct TranslateOptions {
  bool narrow = true;     // sound narrowing of enumerations
  bool lateness = true;   // the analysis of lateness (le/lateness.cpp); without it every firing may be late
  bool intervals = true;  // sound intervals of numbers
  DelayOptions delays{};
};

// The system of LE of a program under a memory model. Throws TooLarge (le/formula.h) with the place in the file if a formula has more disjuncts
// than Parapet handles.
[[nodiscard]] System translate(const ld::Program& program, const MemoryModel& model, const TranslateOptions& options, TermArena& arena);

}  // namespace parapet::le
