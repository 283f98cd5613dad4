#include "verify/engines.h"

#include <algorithm>

#include "infer/ghosts.h"
#include "le/passes.h"
#include "memory/parts.h"
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

// The model with ghosts, if the engine is exact on it as on the model. Null: it is not, or it is too large.
std::unique_ptr<Translation> translate_with_ghosts(const Translation& translation, const std::vector<ld::Ghost>& ghosts,
                                                   const SearchRequest& request) {
  auto program = std::make_unique<const ld::Program>(ld::with_ghosts(*translation.system.program, ghosts));
  std::unique_ptr<Translation> result;
  try {
    const le::TranslateOptions how{.lateness = request.lateness, .delays = request.delays};
    result = translate(*program, translation.system.model, how, translation.arena.budget());
  } catch (const Rejected&) {
    return nullptr;
  }
  result->with_ghosts = std::move(program);
  if (!result->system.model.writes_apart() && le::find_shared_write(result->system, result->arena)) return nullptr;
  return result;
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
  const bool apart = translation.system.model.writes_apart();
  if (!input.options.orders.by && smt::decides_all(request.solver) && !apart) input.options.orders.by = search::EventOrder::Smt;
  input.observer = request.observer;
  // The search confirms the trace that it reports last, so the account is that of the reported trace.
  input.confirm = [&](const Trace& trace, Budget& budget) {
    check::ReplayResult replayed = check::replay(program, translation.system.model, trace, budget);
    run.account = std::move(replayed.account);
    return replayed.reason;
  };
  struct Claims {
    std::vector<SymbolId> proper;
    std::vector<ld::Ghost> ghosts;
  };
  const auto certificate_of = [&](const Translation& of, std::string_view name, std::vector<Cube> cubes, Claims claims) {
    Certificate certificate = make_certificate(of.system, name, request.lateness, std::move(cubes));
    certificate.may = of.system.model.writes_apart() && request.delays.may;
    certificate.hold = of.system.model.writes_apart() && request.delays.hold;
    certificate.proper = std::move(claims.proper);
    certificate.ghosts = std::move(claims.ghosts);
    return certificate;
  };
  // The program is the user's: the check adds the ghosts itself.
  const auto certify_cubes = [&](Translation& of, const std::vector<ld::Ghost>& added) {
    return [&, added](const std::vector<Cube>& cubes, const std::vector<SymbolId>& proper) -> search::SearchInput::Certified {
      smt::SolverOptions solver = request.solver;
      solver.dump = nullptr;
      const std::string_view by = engine == Engine::Timeline ? timeline_engine : event_engine;
      const Certificate certificate = certificate_of(of, by, cubes, {proper, added});
      const check::CertifyResult result = certify(program, of.arena, certificate, solver);
      return {result.reason, result.kind == check::CertifyResult::Kind::Rejected};
    };
  };
  input.certify = certify_cubes(translation, {});
  std::vector<ld::Ghost> ghosts;
  search::SearchInput::WithGhosts with_ghosts;
  input.with_ghosts = [&]() -> const search::SearchInput::WithGhosts* {
    ghosts = search::propose_ghosts(program);
    if (ghosts.empty()) return nullptr;
    run.with_ghosts = translate_with_ghosts(translation, ghosts, request);
    if (run.with_ghosts == nullptr) return nullptr;
    with_ghosts = {&run.with_ghosts->system, &run.with_ghosts->arena, {}, certify_cubes(*run.with_ghosts, ghosts)};
    for (const ld::Ghost& ghost : ghosts) with_ghosts.ghosts.push_back(to_string(ghost, program));
    return &with_ghosts;
  };
  if (request.hunt) input.hunt = [&](Budget& budget) { return find_in_small_instances(program, translation.system.model, budget); };
  if (engine == Engine::Ghb) input.incomplete = why_inexact(translation);
  smt::DumpFolder* const dump = request.solver.dump;
  if (dump != nullptr && request.orders_only) {
    dump->begin(std::string(name(engine)) + ", run beside to show the order of events", smt::Purpose::Order);
  } else if (dump != nullptr) {
    dump->begin(std::string(name(engine)));
  }
  run.outcome = search::run_search(input, search::part_of_memory(translation.system.model, engine == Engine::Ghb));
  if (dump != nullptr) dump->begin("");
  if (auto* const unknown = std::get_if<search::Unknown>(&run.outcome.verdict);
      unknown != nullptr && unknown->kind == search::UnknownKind::Spurious && engine == Engine::Ghb) {
    if (std::string why = why_counts_are_spurious(translation); !why.empty()) unknown->reason = std::move(why);
  }
  if (is_safe(run)) {
    const Translation& proved = run.outcome.with_ghosts ? *run.with_ghosts : translation;
    Claims claims{std::move(run.outcome.proper), run.outcome.with_ghosts ? std::move(ghosts) : std::vector<ld::Ghost>{}};
    run.certificate = certificate_of(proved, run.outcome.engine, std::move(run.outcome.certificate), std::move(claims));
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
