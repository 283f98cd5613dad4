// The pipeline: from a program, a memory model and options to an outcome with its evidence.
//
//   translation   program + memory model -> le::System; which engine searches it          translation.h
//   search        one engine, or both, which must agree; every trace is replayed          engines.h
//   evidence      Safe has a certificate, Unsafe a trace and the account of its replay    this file
//   cross-checks  small instances before Safe; with `paranoid` independent solvers check
//                 the certificate, or the order of the counterexample                      cross_checks.h
//
// The command line, the library's public header, tests and benchmarks call `verify` and nothing below it, so that what is tested is what
// users run. A verdict is never stronger than its evidence: a requested check that could not be completed makes it Unknown.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/budget.h"
#include "coverage/small_instances.h"
#include "result/verdict.h"
#include "search/search.h"
#include "verify/translation.h"

namespace parapet::verify {

struct Options {
  std::optional<ld::MemoryModel> model;  // none: default_memory_model
  Engine engine = Engine::Auto;
  le::TranslateOptions translate;
  search::SearchOptions search;
  smt::SolverOptions solver;
  bool shortest = false;              // the trace with the fewest firings
  bool hunt = true;                   // search small instances for a counterexample after a spurious path
  bool certificate = true;            // the certificate of Safe has the cubes that prove it; if false, it has none
  bool states_only = false;           // the cubes of a proof must be sets of states; those of the event engine are not
  bool every_property = false;        // after UNSAFE also decide the other unsafe formulas (Outcome::properties), within bounds
  bool check_invariants = false;      // prove the user's invariants instead of trusting them
  std::uint64_t small_states = 2000;  // most states of small instances to explore before Safe is reported; 0: none
  bool paranoid = false;              // two independent solvers check the evidence, and more states of small instances are explored
  Budget* budget = nullptr;           // null: no limits
};

// Those of Safe are in Outcome::translation.
using parapet::Safe, parapet::Unsafe, parapet::Unknown, parapet::UnknownKind, parapet::Verdict;

// The result of the exploration of small instances before Safe is reported.
struct SmallStates {
  std::uint64_t states = 0;
  std::uint64_t processes = 0;            // the number of processes of the largest instance that was explored completely
  std::optional<Trace> false_assumption;  // an execution that violates a trusted invariant; its `unsafe` counts invariants
  coverage::SmallInstances explored;      // what the explored executions do
};

// The verdict of one unsafe formula.
struct Property {
  VerdictKind verdict = VerdictKind::Unknown;
  std::uint64_t nodes = 0;  // of the search that decided it, which may have decided others too
  std::uint64_t steps = 0;  // Unsafe: of its execution, which was replayed
  std::string reason;       // Unknown: why
};

struct Outcome {
  Verdict verdict = Unknown{};
  // If the verdict is Unknown because a cross-check was not completed: the verdict of the search with its evidence.
  std::variant<std::monostate, Safe, Unsafe> unconfirmed;
  ld::MemoryModel model;
  Engine engine = Engine::Auto;  // the one that searched
  // Safe: the weaker memory model that the proof, and so the certificate, is for; none: `model`.
  std::optional<ld::MemoryModel> proved_under;
  std::vector<std::string> invariants, invariant_lines;
  std::uint64_t assumed_invariants = 0;  // trusted, not proved
  std::vector<CrossCheck> cross_checks;
  SmallStates small;
  std::vector<Property> properties;  // by unsafe formula
  search::SearchStatistics statistics;
  search::InferOutcome infer;  // of the search for the unsafe formulas
  smt::SolverStatistics solver;
  std::unique_ptr<Translation> translation;  // of the search for the unsafe formulas; null if a limit was reached before
  std::shared_ptr<void> remains;             // search::Outcome::remains
};

// Called while `verify` runs.
struct Hooks {
  search::SearchObserver* observer = nullptr;             // of the search for the unsafe formulas
  search::SearchObserver* invariants_observer = nullptr;  // of the proof of the invariants
  std::function<void(Translation&, Engine)> translated;   // before the search for the unsafe formulas
};

// Throws Rejected; smt::SolverError if the solver asked for cannot be used; Disagreement (engines.h) and Contradiction (cross_checks.h),
// both InternalError, if parts of Parapet contradict each other. Limits make the verdict Unknown. `program` must outlive the outcome.
[[nodiscard]] Outcome verify(const ld::Program& program, const Options& options, const Hooks& hooks = {});

// The evidence of the verdict, or of the unconfirmed one; null if it is of the other kind or there is none.
[[nodiscard]] const Safe* safe_evidence(const Outcome& outcome);
[[nodiscard]] const Unsafe* unsafe_evidence(const Outcome& outcome);

}  // namespace parapet::verify
