// A model, its search's certificate, and the check of that certificate, for tests that damage it.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "check/certificate_cover.h"
#include "check/certify.h"
#include "check/replay.h"
#include "check/walk.h"
#include "le/lateness.h"
#include "random/text_model.h"
#include "search/search.h"

namespace parapet::test {

class Proof {
 public:
  explicit Proof(const std::string& text, const le::MemoryModel& model = le::tso, bool lateness = true,
                 const search::SearchOptions& options = {}, std::string_view engine = timeline_engine)
      : program(program_of(text)), arena(program.signature), model_(model) {
    Budget budget = worth(most_work);
    arena.set_budget(&budget);
    const le::System system = le::translate(program, model, {true, lateness}, arena);
    const bool events = engine == event_engine;
    if (events ? le::find_shared_touch(system, arena).has_value() : le::find_shared_write(system, arena).has_value()) return;
    search::SearchInput input;
    input.system = &system;
    input.arena = &arena;
    input.options = options;
    input.options.max_nodes = 2000;
    input.options.certificate = true;
    input.confirm = [&](const Trace& trace) { return check::replay(program, model, trace).reason; };
    search::Outcome outcome = events ? search::check_ghb(input) : search::check_timeline(input);
    safe = std::holds_alternative<search::Safe>(outcome.verdict);
    certificate = make_certificate(system, outcome.engine, lateness, std::move(outcome.certificate));
    statistics = outcome.statistics;
    arena.set_budget(nullptr);
  }

  // `work`: at most so many units of it (base/budget.h).
  [[nodiscard]] check::CertifyResult certify(const Certificate& one, std::uint64_t work = most_work) {
    const le::System system = le::translate(program, model_, {false, one.lateness}, arena);
    smt::SolverStatistics solver_use;
    Budget budget = worth(work);
    arena.set_budget(&budget);
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
    return check::walk(program, model_, arena, one, limits, budget);
  }
  // Whether the union of some cubes, made in this arena, contains one more.
  [[nodiscard]] bool covered(const std::vector<CertificateCube>& cubes, const CertificateCube& cube) {
    smt::SolverStatistics solver_use;
    const auto solver = smt::make_solver(arena, {}, solver_use);
    check::BoundedSolver bounded(arena, *solver, certificate.narrowed);
    return check::CertificateCover(arena, bounded, cubes, certificate.of_events()).uncovered(cube, cubes.size(), {}) == smt::Answer::Unsat;
  }
  [[nodiscard]] bool rejects(const Certificate& one) { return certify(one).kind == check::CertifyResult::Kind::Rejected; }

  ld::Program program;
  TermArena arena;
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

  const le::MemoryModel& model_;
};

}  // namespace parapet::test
