#include "verify/cross_checks.h"

#include <algorithm>
#include <optional>

#include "base/contract.h"
#include "check/execution_graph.h"
#include "check/execution_order.h"
#include "check/ghosts.h"
#include "coverage/small_instances.h"
#include "le/formula.h"

namespace parapet::verify {
namespace {

// `ask(options)` returns why this solver could not complete the check; empty if it did.
template <class Ask>
CrossCheck by_independent_solvers(const smt::SolverOptions& solver, const Ask& ask) {
  for (const std::string_view each : independent_solvers) {
    smt::SolverOptions options = solver;
    options.solver = each;
    std::string doubt;
    try {
      doubt = ask(options);
    } catch (const smt::SolverError& error) {
      doubt = error.what();
    } catch (const BudgetExhausted& exhausted) {
      doubt = exhausted.what();
    }
    if (!doubt.empty()) return {std::string(paranoid_name), false, std::move(doubt)};
  }
  return {std::string(paranoid_name), true, ""};
}

// The program that the cubes of a certificate are about: the user's, or that with the ghosts of the certificate.
class CertifiedProgram {
 public:
  CertifiedProgram(const ld::Program& program, const TermArena& arena, const Certificate& certificate) : program_(program) {
    if (certificate.ghosts.empty()) return;
    with_ghosts_ = ld::with_ghosts(program, certificate.ghosts);
    refusal = check::why_not_ghosts(program, *with_ghosts_, certificate.ghosts);
    PARAPET_CHECK(arena.signature().symbols().size() >= with_ghosts_->signature.symbols().size(), "the arena knows the ghosts");
  }
  [[nodiscard]] const ld::Program& operator*() const { return with_ghosts_ ? *with_ghosts_ : program_; }

  std::string refusal;  // why the ghosts are none; empty: they are

 private:
  const ld::Program& program_;
  std::optional<ld::Program> with_ghosts_;
};

// The translation against which a certificate is checked.
le::System translation_of(const ld::Program& program, TermArena& arena, const Certificate& certificate) {
  const auto model = ld::find_memory_model(certificate.model);
  PARAPET_CHECK(model, "a certificate has a known memory model");
  try {
    const le::TranslateOptions how{.narrow = false,
                                   .lateness = certificate.lateness,
                                   .intervals = false,
                                   .delays = {.may = certificate.may, .hold = certificate.hold}};
    return le::translate(program, *model, how, arena);
  } catch (const le::TooLarge& error) {
    throw Rejected(error.range, error.what());
  }
}

}  // namespace

check::CertifyResult certify(const ld::Program& program, TermArena& arena, const Certificate& certificate,
                             const smt::SolverOptions& solver) {
  const CertifiedProgram certified(program, arena, certificate);
  if (!certified.refusal.empty()) {
    check::CertifyResult result;
    result.kind = check::CertifyResult::Kind::Rejected;
    result.reason = "the ghosts of the certificate may change what the model does: " + certified.refusal;
    return result;
  }
  const le::System system = translation_of(*certified, arena, certificate);
  smt::SolverStatistics statistics;
  const auto backend = smt::make_solver(arena, solver, statistics);
  check::CertifyResult result = check::certify(system, arena, certificate, *backend);
  if (result.kind == check::CertifyResult::Kind::Confirmed && statistics.unconfirmed > 0) {
    result.kind = check::CertifyResult::Kind::NotConfirmed;
    result.reason = "'--cross-check' was not completed: " + statistics.first_unconfirmed;
  }
  return result;
}

check::Proof write_proof(const ld::Program& program, TermArena& arena, const Certificate& certificate, const smt::SolverOptions& solver,
                         std::size_t limit) {
  const CertifiedProgram certified(program, arena, certificate);
  check::Proof refused;
  refused.refusal = certified.refusal;
  if (!refused.refusal.empty()) return refused;
  const le::System system = translation_of(*certified, arena, certificate);
  smt::SolverStatistics statistics;
  const auto backend = smt::make_solver(arena, solver, statistics);
  return check::write_proof(system, arena, certificate, *backend, limit);
}

CrossCheck cross_check_certificate(const ld::Program& program, TermArena& arena, const Certificate& certificate,
                                   const smt::SolverOptions& solver) {
  return by_independent_solvers(solver, [&](const smt::SolverOptions& options) -> std::string {
    const std::string with = "the certificate (" + options.solver + "): ";
    try {
      const check::CertifyResult result = certify(program, arena, certificate, options);
      if (result.kind == check::CertifyResult::Kind::Rejected) throw InternalError("rejected: " + with + result.reason);
      return result.kind == check::CertifyResult::Kind::NotConfirmed ? with + result.reason : "";
    } catch (const smt::SolverError& error) {
      return with + error.what();
    } catch (const BudgetExhausted& exhausted) {
      return with + exhausted.what();
    }
  });
}

ConfirmedGraph confirmed_graph(const Replayed& execution, const smt::SolverOptions& solver, Budget* budget) {
  ConfirmedGraph result{check::execution_graph(execution.program, execution.trace, execution.account, execution.model), ""};
  TermArena arena(execution.program.signature, budget);
  smt::SolverStatistics statistics;
  const auto backend = smt::make_solver(arena, solver, statistics);
  const check::OrderAnswer order = check::check_order(result.graph, arena, *backend);
  if (order.answer == smt::Answer::Unsat)
    throw InternalError("the order of the execution has a cycle: " + check::describe_cycle(result.graph, order.cycle));
  if (order.answer != smt::Answer::Sat)
    result.doubt = std::string(backend->name()) + " could not tell whether the order of the execution graph has a cycle";
  else if (statistics.unconfirmed > 0)
    result.doubt = statistics.first_unconfirmed;
  return result;
}

CrossCheck cross_check_order(const Replayed& execution, const smt::SolverOptions& solver, Budget* budget) {
  return by_independent_solvers(solver,
                                [&](const smt::SolverOptions& options) { return confirmed_graph(execution, options, budget).doubt; });
}

namespace {

constexpr std::uint64_t paranoid_states = 200'000;
// The bound on states of the search for a counterexample after a spurious path: enough to explore a small model completely.
constexpr std::uint64_t states_to_hunt = 20'000;

}  // namespace

SmallStates ask_small_instances(const ld::Program& program, const ld::MemoryModel& model, std::uint64_t states, bool paranoid,
                                Budget& budget) {
  SmallStates result;
  if (states == 0) return result;
  coverage::SmallInstanceLimits limits;
  limits.states = paranoid ? std::max(states, paranoid_states) : states;
  coverage::SmallInstances found = coverage::explore_small_instances(program, model, limits, budget);
  for (const auto& size : found.sizes) {
    result.states += size.states;
    if (size.complete) result.processes = size.processes;
  }
  // Under store buffers an execution can refute a trusted invariant without passing through a state that the invariant excludes: committing
  // its pending writes may lead to such a state. A verdict that rests on a false assumption claims nothing, so nothing is contradicted.
  if (found.unsafe && !found.excluded) throw Contradiction(std::move(*found.unsafe));
  result.false_assumption = std::move(found.excluded);
  result.explored = std::move(found);
  return result;
}

std::optional<Trace> find_in_small_instances(const ld::Program& program, const ld::MemoryModel& model, Budget& budget) {
  coverage::SmallInstanceLimits limits;
  limits.states = states_to_hunt;
  return coverage::explore_small_instances(program, model, limits, budget).unsafe;
}

}  // namespace parapet::verify
