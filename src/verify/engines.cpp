#include "verify/engines.h"

#include <algorithm>

#include "smt/wrappers/dump.h"
#include "verify/evidence.h"
#include "verify/second_opinion.h"

namespace parapet::verify {
namespace {

std::string said(const EngineRun& run) { return std::string(name(run.engine)) + " says " + (is_safe(run) ? "SAFE" : "UNSAFE"); }

// Completed if both engines have a verdict; otherwise the reason names the engine without one.
CrossCheck cross_check_of(const EngineRun& first, const EngineRun& second) {
  CrossCheck check{"--engine both", true, ""};
  for (const EngineRun* const run : {&first, &second}) {
    const auto* const unknown = std::get_if<search::Unknown>(&run->outcome.verdict);
    if (unknown == nullptr) continue;
    check.completed = false;
    check.reason += (check.reason.empty() ? "engine " : "; engine ") + std::string(name(run->engine)) + ": " + unknown->reason;
  }
  return check;
}

}  // namespace

Disagreement::Disagreement(EngineRun first, EngineRun second)
    : InternalError("the engines disagree: " + said(first) + ", " + said(second)),
      first_(std::make_shared<const EngineRun>(std::move(first))),
      second_(std::make_shared<const EngineRun>(std::move(second))) {}

EngineRun run_engine(Engine engine, Translation& translation, const SearchRequest& request) {
  PARAPET_CHECK(engine == Engine::Timeline || engine == Engine::Ghb, "one engine");
  const ld::Program& program = *translation.system.program;
  EngineRun run;
  run.engine = engine;
  search::SearchInput input;
  input.system = &translation.system;
  input.arena = &translation.arena;
  input.solver = request.solver;
  input.options = request.options;
  if (!input.options.event_order && smt::decides_all(request.solver)) input.options.event_order = search::EventOrder::Smt;
  input.observer = request.observer;
  // The search confirms the trace that it reports last, so the account is that of the reported trace.
  input.confirm = [&](const Trace& trace, Budget& budget) {
    check::ReplayResult replayed = check::replay(program, translation.system.model, trace, budget);
    run.account = std::move(replayed.account);
    return replayed.reason;
  };
  const auto certificate_of = [&](std::string_view name, std::vector<CertificateCube> cubes) {
    Certificate certificate = make_certificate(translation.system, name, request.lateness, std::move(cubes));
    certificate.may = translation.system.model.writes_apart() && request.delays.may;
    certificate.hold = translation.system.model.writes_apart() && request.delays.hold;
    return certificate;
  };
  input.certify = [&](const std::vector<CertificateCube>& cubes) -> search::SearchInput::Certified {
    smt::SolverOptions solver = request.solver;
    solver.dump = nullptr;
    const Certificate certificate = certificate_of(engine == Engine::Timeline ? timeline_engine : event_engine, cubes);
    const check::CertifyResult result = certify(program, translation.arena, certificate, solver);
    return {result.reason, result.kind == check::CertifyResult::Kind::Rejected};
  };
  if (request.hunt) input.hunt = [&](Budget& budget) { return find_in_small_instances(program, translation.system.model, budget); };
  if (engine == Engine::Ghb) input.incomplete = why_inexact(translation);
  smt::DumpFolder* const dump = request.solver.dump;
  if (dump != nullptr && request.orders_only) {
    dump->begin(std::string(name(engine)) + ", run beside to show the order of events", smt::Purpose::Order);
  } else if (dump != nullptr) {
    dump->begin(std::string(name(engine)));
  }
  if (engine == Engine::Ghb) {
    run.outcome = search::check_ghb(input);
  } else {
    run.outcome = translation.system.model.writes_apart() ? search::check_delayed(input) : search::check_timeline(input);
  }
  if (dump != nullptr) dump->begin("");
  if (is_safe(run)) {
    run.certificate = certificate_of(run.outcome.engine, std::move(run.outcome.certificate));
  }
  return run;
}

BothRuns compared(EngineRun timeline, EngineRun events, bool states_only) {
  if (decides(timeline) && decides(events) && is_safe(timeline) != is_safe(events))
    throw Disagreement(std::move(timeline), std::move(events));
  const bool no_proof = is_safe(events) && states_only;
  const bool by_timeline = decides(timeline) || !decides(events) || no_proof;
  CrossCheck check = cross_check_of(timeline, events);
  EngineRun& told = by_timeline ? timeline : events;
  const EngineRun& other = by_timeline ? events : timeline;
  told.outcome.statistics += other.outcome.statistics;
  told.outcome.solver += other.outcome.solver;
  return {std::move(told), std::move(check)};
}

BothRuns run_both(Translation& translation, const SearchRequest& request, bool states_only) {
  SearchRequest keeping = request;
  keeping.options.certificate = true;
  EngineRun timeline = run_engine(Engine::Timeline, translation, keeping);
  return compared(std::move(timeline), run_engine(Engine::Ghb, translation, keeping), states_only);
}

}  // namespace parapet::verify
