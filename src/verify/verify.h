// The pipeline: from a program, a memory model and options to an outcome with its evidence.
//
//   translation   program + memory model -> le::System; which engine searches it          translation.h
//   search        one engine, or both, which must agree; every trace is replayed          engines.h
//   evidence      Safe has a certificate, Unsafe a trace and the account of its replay    this file
//   doubt         small instances before Safe; with `paranoid` the certificate, or the
//                 order of the counterexample, by independent solvers                      second_opinion.h, evidence.h
//
// The command line, the library's public header, tests and benchmarks call `verify` and nothing below it, so that what is tested is what
// users run. A verdict is never better than its evidence: what was asked for and could not be completed makes it Unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "result/account.h"
#include "result/certificate.h"
#include "result/cross_check.h"
#include "result/trace.h"
#include "search/search.h"
#include "verify/translation.h"

namespace parapet::verify {

struct Options {
  std::optional<ld::MemoryModel> model;  // none: default_memory_model
  Engine engine = Engine::Auto;
  le::TranslateOptions translate{true, true};
  search::SearchOptions search;
  smt::SolverOptions solver;
  bool shortest = false;              // the trace with the fewest firings
  bool hunt = true;                   // look into small instances where a path of the search could not be executed
  bool certificate = true;            // Safe with the cubes that prove it; without, its certificate has none
  bool states_only = false;           // of a proof: its cubes must be sets of states, which those of the event engine are not
  bool check_invariants = false;      // prove the user's invariants too, instead of trusting them
  std::uint64_t small_states = 2000;  // of small instances, explored before Safe is said; 0: none
  bool paranoid = false;              // evidence is checked by two independent solvers, many small states
  Budget* budget = nullptr;           // null: no limits
};

struct Safe {
  Certificate certificate;  // its terms are in Outcome::translation
};
struct Unsafe {
  Trace trace;
  Account account;         // of its replay
  bool invariant = false;  // it violates an invariant of the user's, with check_invariants; the formula's number counts those
};
using search::UnknownKind;
struct Unknown {
  UnknownKind kind = UnknownKind::Limit;
  std::string text;
};
using Verdict = std::variant<Safe, Unsafe, Unknown>;

// What small instances had to say before Safe was.
struct SmallStates {
  std::uint64_t states = 0;
  std::uint64_t processes = 0;            // of the largest instance of which they are all that can be reached
  std::optional<Trace> false_assumption;  // an execution that violates a trusted invariant; its formula's number counts those
};

struct Outcome {
  Verdict verdict = Unknown{};
  // Unknown because a cross-check was not completed: what the search found. Its evidence can be checked again.
  std::variant<std::monostate, Safe, Unsafe> unconfirmed;
  ld::MemoryModel model;
  Engine engine = Engine::Auto;  // the one that searched
  std::vector<std::string> invariants;
  std::uint64_t assumed_invariants = 0;  // trusted, not proved
  std::vector<CrossCheck> cross_checks;
  SmallStates small;
  search::SearchStatistics statistics;
  smt::SolverStatistics solver;
  std::unique_ptr<Translation> translation;  // of the search for the unsafe formulas; null if a limit was reached before
  std::shared_ptr<void> remains;             // search::Outcome::remains
};

// What a caller may want to see on the way.
struct Hooks {
  search::SearchObserver* observer = nullptr;             // of the search for the unsafe formulas
  search::SearchObserver* invariants_observer = nullptr;  // of the proof of the invariants
  std::function<void(Translation&, Engine)> translated;   // before the search for the unsafe formulas
};

// Throws Rejected; smt::SolverError if the solver asked for cannot be used; Disagreement (engines.h) and Contradiction (second_opinion.h),
// both InternalError, if parts of Parapet contradict each other. Limits make the verdict Unknown. `program` must outlive the outcome.
[[nodiscard]] Outcome verify(const ld::Program& program, const Options& options, const Hooks& hooks = {});

// What was found, confirmed or not: null if it is something else.
[[nodiscard]] const Safe* safe_evidence(const Outcome& outcome);
[[nodiscard]] const Unsafe* unsafe_evidence(const Outcome& outcome);

}  // namespace parapet::verify
