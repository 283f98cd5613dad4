// A model, its search's certificate, and the check of that certificate, for tests that damage it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "check/certificate_cover.h"
#include "check/certify.h"
#include "check/walk.h"
#include "random/text_model.h"
#include "verify/verify.h"

namespace parapet::test {

class Proof {
 public:
  explicit Proof(const std::string& text, const le::MemoryModel& model = le::tso, bool lateness = true,
                 const search::SearchOptions& options = {}, std::string_view engine = timeline_engine)
      : program(program_of(text)), outcome_(run(program, model, lateness, options, engine)), arena(outcome_.translation->arena) {
    const auto* proved = std::get_if<verify::Safe>(&outcome_.verdict);
    safe = proved != nullptr;
    certificate = safe ? proved->certificate : make_certificate(outcome_.translation->system, engine, lateness, {});
    statistics = outcome_.statistics;
  }

  // `work`: at most so many units of it (base/budget.h).
  [[nodiscard]] check::CertifyResult certify(const Certificate& one, std::uint64_t work = most_work) {
    const le::System system = le::translate(program, outcome_.model, translation_of(one), arena);
    Budget budget = worth(work);
    arena.set_budget(&budget);
    smt::SolverStatistics solver_use;
    const auto solver = smt::make_solver(arena, {}, solver_use);
    check::CertifyResult result = check::certify(system, arena, one, *solver);
    arena.set_budget(nullptr);
    return result;
  }
  [[nodiscard]] check::WalkResult walk(const Certificate& one, std::uint32_t processes) {
    check::WalkLimits limits;
    limits.processes = processes;
    limits.states = 2000;
    Budget budget;
    return check::walk(program, outcome_.model, arena, one, limits, budget);
  }
  // What a certificate was made with, and its check is made with.
  [[nodiscard]] static le::TranslateOptions translation_of(const Certificate& one) {
    le::TranslateOptions options{.narrow = false, .lateness = one.lateness, .intervals = false};
    if (one.delays_apart()) options.delays = {.may = one.may, .hold = one.hold};
    return options;
  }
  // Whether the union of some cubes, made in this arena, contains one more.
  [[nodiscard]] bool covered(const std::vector<Cube>& cubes, const Cube& cube) {
    smt::SolverStatistics solver_use;
    const auto solver = smt::make_solver(arena, {}, solver_use);
    check::BoundedSolver bounded(outcome_.translation->system, arena, *solver, certificate);
    return check::CertificateCover(arena, bounded, cubes, certificate.of_events()).uncovered(cube, cubes.size(), {}) == smt::Answer::Unsat;
  }
  [[nodiscard]] bool rejects(const Certificate& one) { return certify(one).kind == check::CertifyResult::Kind::Rejected; }

  ld::Program program;

 private:
  verify::Outcome outcome_;

 public:
  TermArena& arena;
  Certificate certificate;
  bool safe = false;
  search::SearchStatistics statistics;

 private:
  // Some seconds, wherever the tests run.
  static constexpr std::uint64_t most_work = 200'000'000;
  [[nodiscard]] static Budget worth(std::uint64_t work) {
    Budget::Limits limits;
    limits.work = work;
    return Budget(limits);
  }

  // Nothing but a translation where the engine cannot search the model.
  [[nodiscard]] static verify::Outcome run(const ld::Program& program, const ld::MemoryModel& model, bool lateness,
                                           const search::SearchOptions& options, std::string_view engine) {
    Budget budget = worth(most_work);
    verify::Options how;
    how.model = model;
    how.engine = engine == event_engine ? verify::Engine::Ghb : verify::Engine::Timeline;
    how.translate.lateness = lateness;
    how.search = options;
    how.search.max_nodes = 2000;
    how.small_states = 0;
    how.budget = &budget;
    verify::Outcome outcome;
    try {
      outcome = verify::verify(program, how);
    } catch (const verify::Rejected&) {
      outcome.model = model;
      outcome.translation = verify::translate(program, model, {}, nullptr);
    }
    outcome.translation->arena.set_budget(nullptr);
    return outcome;
  }
};

}  // namespace parapet::test
