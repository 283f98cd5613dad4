// Checks of evidence: a certificate is checked against a new translation of the program, and a solver confirms that the ghb of a replayed
// counterexample has no cycle.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/contract.h"
#include "check/certify.h"
#include "check/proof.h"
#include "ld/trace.h"
#include "result/account.h"
#include "result/certificate.h"
#include "result/event_graph.h"
#include "result/verdict.h"
#include "smt/factory.h"
#include "verify/translation.h"
#include "verify/verify.h"

namespace parapet::verify {

// The solvers that `paranoid` asks, one after the other.
inline constexpr std::string_view paranoid_name = "--paranoid";
inline constexpr std::array<std::string_view, 2> independent_solvers{"z3", "cvc5"};

// Whether a certificate, whose terms are in `arena`, proves the program safe under its memory model. The program is translated again for
// the check; nothing that the search derived is reused. Throws Rejected, smt::SolverError and BudgetExhausted.
[[nodiscard]] check::CertifyResult certify(const ld::Program& program, TermArena& arena, const Certificate& certificate,
                                           const smt::SolverOptions& solver);
// The same with each of the independent solvers. Throws InternalError if one of them rejects the certificate.
[[nodiscard]] CrossCheck cross_check_certificate(const ld::Program& program, TermArena& arena, const Certificate& certificate,
                                                 const smt::SolverOptions& solver);
// The proof as files, of at most `limit` bytes, of a certificate for which `certify` says `has_meaning`. Throws what `certify` throws.
[[nodiscard]] check::Proof write_proof(const ld::Program& program, TermArena& arena, const Certificate& certificate,
                                       const smt::SolverOptions& solver, std::size_t limit);

struct ConfirmedGraph {
  ExecutionGraph graph;
  std::string doubt;  // why no solver confirmed that its ghb is acyclic; empty: one did
};

// A replayed execution.
struct Replayed {
  const ld::Program& program;
  const ld::MemoryModel& model;
  const Trace& trace;
  const Account& account;
};

// The graph of a replayed execution. Throws InternalError if the solver finds a cycle in its ghb.
[[nodiscard]] ConfirmedGraph confirmed_graph(const Replayed& execution, const smt::SolverOptions& solver, Budget* budget);
// Asks each of the independent solvers whether ghb of the execution is acyclic.
[[nodiscard]] CrossCheck cross_check_order(const Replayed& execution, const smt::SolverOptions& solver, Budget* budget);

// A second opinion on the search: small instances are explored forward on src/machine, before Safe is reported and when the search found
// only spurious paths. The exploration does not use the translation to LE, which the search and the check of its certificate have in
// common.

// The search reports Safe, but this execution reaches an unsafe state.
class Contradiction : public InternalError {
 public:
  explicit Contradiction(Trace found)
      : InternalError("the search and the exploration of small instances contradict each other"), trace(std::move(found)) {}
  Trace trace;
};

// The check before Safe is reported. Throws Contradiction and BudgetExhausted.
[[nodiscard]] SmallStates ask_small_instances(const ld::Program& program, const ld::MemoryModel& model, std::uint64_t states, bool paranoid,
                                              Budget& budget);

// A counterexample of a small instance, if one is found within a bound on the number of states.
[[nodiscard]] std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget);

}  // namespace parapet::verify
