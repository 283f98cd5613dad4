#include "verify/engines.h"

#include <algorithm>

#include "check/replay.h"
#include "infer/propose_ghosts.h"
#include "le/passes.h"
#include "search/loop/run_search.h"
#include "smt/wrappers/dump.h"
#include "verify/cross_checks.h"

namespace parapet::verify {
namespace {

std::string said(const EngineRun& run) {
  return std::string(name(run.engine)) + " says " + std::string(name(kind_of(run.outcome.verdict)));
}

// Completed if both engines have a verdict; otherwise the reason names the engine without one.
CrossCheck cross_check_of(const EngineRun& first, const EngineRun& second) {
  CrossCheck check{"--engine both", true, ""};
  for (const EngineRun* const run : {&first, &second}) {
    const auto* const unknown = std::get_if<Unknown>(&run->outcome.verdict);
    if (unknown == nullptr) continue;
    check.completed = false;
    check.reason += (check.reason.empty() ? "engine " : "; engine ") + std::string(name(run->engine)) + ": " + unknown->reason;
  }
  return check;
}

// One search with what it asks of others: its traces are replayed, its invariants certified and its last hope, a counterexample of a small
// instance, looked for by code that shares nothing with it.
class EngineSearch {
 public:
  EngineSearch(Engine engine, Translation& translation, const Options& options)
      : engine_(engine), translation_(translation), program_(*translation.system.program), options_(options) {
    run_.engine = engine;
  }

  EngineRun run(search::SearchObserver* observer, bool orders_only) {
    begin_record(orders_only);
    run_.outcome = search::run_search(input(observer), engine_ == Engine::Ghb);
    if (options_.solver.dump != nullptr) options_.solver.dump->begin("");
    if (auto* const unsafe = std::get_if<Unsafe>(&run_.outcome.verdict)) unsafe->account = std::move(account_);
    if (auto* const unknown = std::get_if<Unknown>(&run_.outcome.verdict);
        unknown != nullptr && unknown->kind == UnknownKind::Spurious && engine_ == Engine::Ghb) {
      if (std::string why = why_counts_are_spurious(translation_); !why.empty()) unknown->reason = std::move(why);
    }
    if (auto* const safe = std::get_if<Safe>(&run_.outcome.verdict)) {
      const bool with_ghosts = run_.outcome.with_ghosts;
      safe->certificate =
          certificate_of(with_ghosts ? *run_.with_ghosts : translation_, run_.outcome.engine, std::move(run_.outcome.certificate),
                         std::move(run_.outcome.proper), with_ghosts ? std::move(ghosts_) : std::vector<ld::Ghost>{});
    }
    return std::move(run_);
  }

 private:
  using Certified = search::SearchInput::Certified;
  using WithGhosts = search::SearchInput::WithGhosts;

  search::SearchInput input(search::SearchObserver* observer) {
    search::SearchInput input;
    input.system = &translation_.system;
    input.arena = &translation_.arena;
    input.solver = options_.solver;
    input.options = options_.shortest ? search::with_fewest_firings(options_.search) : options_.search;
    input.options.certificate = options_.certificate || options_.paranoid;
    const bool apart = translation_.system.model.writes_apart();
    if (!input.options.orders.by && smt::decides_all(options_.solver) && !apart) input.options.orders.by = search::EventOrder::Smt;
    input.observer = observer;
    input.confirm = [this](const Trace& trace, Budget& budget) { return replayed(trace, budget); };
    input.certify = checker(translation_, {});
    input.with_ghosts = [this] { return with_ghosts(); };
    if (options_.hunt && !options_.shortest)
      input.hunt = [this](Budget& budget) { return find_in_small_instances(program_, translation_.system.model, budget); };
    if (engine_ == Engine::Ghb) input.incomplete = why_inexact(translation_);
    return input;
  }

  // The search confirms the trace that it reports last, so the account is that of the reported trace.
  std::string replayed(const Trace& trace, Budget& budget) {
    check::ReplayResult result = check::replay(program_, translation_.system.model, trace, budget);
    account_ = std::move(result.account);
    return result.reason;
  }

  // The program is the user's: the check adds the ghosts itself.
  std::function<Certified(const std::vector<Cube>&, const std::vector<SymbolId>&)> checker(Translation& of,
                                                                                           const std::vector<ld::Ghost>& ghosts) {
    return [this, &of, ghosts](const std::vector<Cube>& cubes, const std::vector<SymbolId>& proper) -> Certified {
      smt::SolverOptions solver = options_.solver;
      solver.dump = nullptr;
      const check::CertifyResult result = certify(program_, of.arena, certificate_of(of, name(engine_), cubes, proper, ghosts), solver);
      return {result.reason, result.kind == check::CertifyResult::Kind::Rejected};
    };
  }

  [[nodiscard]] Certificate certificate_of(const Translation& of, std::string_view by, std::vector<Cube> cubes,
                                           std::vector<SymbolId> proper, std::vector<ld::Ghost> ghosts) const {
    Certificate certificate = make_certificate(of.system, by, options_.translate.lateness, std::move(cubes));
    certificate.may = of.system.model.writes_apart() && options_.translate.delays.may;
    certificate.hold = of.system.model.writes_apart() && options_.translate.delays.hold;
    certificate.proper = std::move(proper);
    certificate.ghosts = std::move(ghosts);
    return certificate;
  }

  // Null: there are no ghosts, or the engine is not exact on the model with them as on the model, or that is too large.
  const WithGhosts* with_ghosts() {
    ghosts_ = search::propose_ghosts(program_);
    if (ghosts_.empty()) return nullptr;
    auto program = std::make_unique<const ld::Program>(ld::with_ghosts(program_, ghosts_));
    std::unique_ptr<Translation> translated;
    try {
      const le::TranslateOptions how{.lateness = options_.translate.lateness, .delays = options_.translate.delays};
      translated = translate(*program, translation_.system.model, how, translation_.arena.budget());
    } catch (const Rejected&) {
      return nullptr;
    }
    translated->with_ghosts = std::move(program);
    if (!translated->system.model.writes_apart() && le::find_shared_write(translated->system, translated->arena)) return nullptr;
    run_.with_ghosts = std::move(translated);
    with_ghosts_ = {&run_.with_ghosts->system, &run_.with_ghosts->arena, {}, checker(*run_.with_ghosts, ghosts_)};
    for (const ld::Ghost& ghost : ghosts_) with_ghosts_.ghosts.push_back(to_string(ghost, program_));
    return &with_ghosts_;
  }

  void begin_record(bool orders_only) {
    if (options_.solver.dump == nullptr) return;
    if (orders_only) {
      options_.solver.dump->begin(std::string(name(engine_)) + ", run beside to show the order of events", smt::Purpose::Order);
    } else {
      options_.solver.dump->begin(std::string(name(engine_)));
    }
  }

  Engine engine_;
  Translation& translation_;
  const ld::Program& program_;
  const Options& options_;
  EngineRun run_;
  Account account_;  // of the trace that was confirmed last
  std::vector<ld::Ghost> ghosts_;
  WithGhosts with_ghosts_;
};

}  // namespace

Disagreement::Disagreement(EngineRun first, EngineRun second)
    : InternalError("the engines disagree: " + said(first) + ", " + said(second)),
      first_(std::make_shared<const EngineRun>(std::move(first))),
      second_(std::make_shared<const EngineRun>(std::move(second))) {}

EngineRun run_engine(Engine engine, Translation& translation, const Options& options, search::SearchObserver* observer, bool orders_only) {
  PARAPET_CHECK(engine == Engine::Timeline || engine == Engine::Ghb, "one engine");
  return EngineSearch(engine, translation, options).run(observer, orders_only);
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

BothRuns run_both(Translation& translation, const Options& options, search::SearchObserver* observer) {
  Options keeping = options;
  keeping.certificate = true;
  EngineRun timeline = run_engine(Engine::Timeline, translation, keeping, observer);
  return compared(std::move(timeline), run_engine(Engine::Ghb, translation, keeping, observer), options.states_only);
}

}  // namespace parapet::verify
