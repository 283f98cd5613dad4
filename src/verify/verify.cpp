#include "verify/verify.h"

#include <algorithm>
#include <utility>

#include "ld/text.h"
#include "verify/cross_checks.h"
#include "verify/engines.h"

namespace parapet::verify {
namespace {

std::string counted_answers(std::uint64_t count) { return std::to_string(count) + (count == 1 ? " answer" : " answers"); }

// `--cross-check`: completed if a second solver confirmed every answer that the verdict may rest on.
CrossCheck cross_check_of(const smt::SolverStatistics& statistics) {
  CrossCheck check{"--cross-check", statistics.unconfirmed == 0, ""};
  if (!check.completed)
    check.reason =
        counted_answers(statistics.unconfirmed) + " not confirmed by a second solver, the first one: " + statistics.first_unconfirmed;
  return check;
}

Unknown limit_reached(const BudgetExhausted& reason, const std::string& where = {}) {
  return {reason.what() + where, reason.limit == Limit::Interrupted ? UnknownKind::Interrupted : UnknownKind::Limit};
}

bool has_weak_memory(const ld::Program& program) {
  return std::ranges::any_of(program.signature.symbols(), [](const Symbol& symbol) { return symbol.weak; });
}

// A model that has every execution of this one, and a buffer per location where this one has a buffer per process.
std::optional<ld::MemoryModel> weaker_memory_model(const ld::MemoryModel& model) {
  if (model.buffers != ld::Buffers::PerProcess) return std::nullopt;
  for (const ld::MemoryModel& other : ld::memory_models) {
    if (other.buffers == ld::Buffers::PerLocation) return other;
  }
  return std::nullopt;
}

// Late firings touch shared plain cells, so the search ignores every wfence() (le/translate.cpp).
bool ignores_store_fences(const Translation& translation) {
  const le::System& system = translation.system;
  const auto& all = system.program->transitions;
  return system.model.writes_apart() &&
         std::any_of(all.begin(), all.end(), [](const auto& t) { return ld::mentions(t.guard, ld::Formula::Kind::WriteFence); }) &&
         std::none_of(system.transitions.begin(), system.transitions.end(), [](const le::Transition& t) { return t.wfence; });
}

class Verification {
 public:
  Verification(const ld::Program& program, const Options& options, const Hooks& hooks)
      : program_(program), options_(options), hooks_(hooks) {
    outcome_.model = options.model ? *options.model : default_memory_model(program);
    outcome_.engine = options.engine;
    outcome_.assumed_invariants = program.invariants.size();
  }

  Outcome run() {
    outcome_.verdict = decide(program_, false);
    outcome_.properties = property_verdicts();
    if (options_.check_invariants && !program_.invariants.empty() && !std::holds_alternative<Unsafe>(outcome_.verdict)) prove_invariants();
    if (std::holds_alternative<Safe>(outcome_.verdict)) ask_small();
    if (const auto* unsafe = std::get_if<Unsafe>(&outcome_.verdict); unsafe != nullptr && options_.paranoid) check_order(*unsafe);
    require_cross_checks();
    return std::move(outcome_);
  }

 private:
  // A limit that is reached before or after the search makes the verdict Unknown, as a limit inside the search does.
  Verdict decide(const ld::Program& program, bool invariants) {
    try {
      return search(program, invariants);
    } catch (const BudgetExhausted& reason) {
      return limit_reached(reason);
    }
  }

  Verdict search(const ld::Program& program, bool invariants) {
    std::unique_ptr<Translation> translation = translate(program, outcome_.model, options_.translate, options_.budget);
    const Engine engine = accepted_engine(options_.engine, *translation);
    outcome_.engine = engine;
    if (!invariants && hooks_.translated) hooks_.translated(*translation, engine);
    search::SearchObserver* const observer = invariants ? hooks_.invariants_observer : hooks_.observer;
    EngineRun run;
    if (engine == Engine::Both) {
      run = both_engines(translation, observer);
    } else {
      run = run_engine(engine, *translation, options_, observer);
      if (engine == Engine::Timeline && options_.solver.dump != nullptr && has_weak_memory(program) && !outcome_.model.writes_apart())
        record_orders(run, translation, observer);
    }
    if (needs_weaker_model(run)) search_weaker_model(program, run, translation);
    if (run.outcome.with_ghosts) {
      run.with_ghosts->without_ghosts = std::move(translation);
      translation = std::move(run.with_ghosts);
    }
    if (options_.solver.cross_check) note(outcome_.cross_checks, cross_check_of(run.outcome.solver));
    if (is_safe(run) && options_.paranoid)
      note(outcome_.cross_checks,
           cross_check_certificate(program, translation->arena, std::get<Safe>(run.outcome.verdict).certificate, options_.solver));
    return take(std::move(run), std::move(translation), invariants);
  }

  // The engines of a model with one buffer per process are not exact about shared plain cells, those of a model with one per location are.
  // Every execution of the former is one of the latter: SAFE there is SAFE here.
  [[nodiscard]] bool needs_weaker_model(const EngineRun& run) const {
    const auto* const unknown = std::get_if<Unknown>(&run.outcome.verdict);
    return unknown != nullptr && unknown->kind == UnknownKind::Inexact && options_.engine == Engine::Auto &&
           weaker_memory_model(outcome_.model).has_value();
  }
  void search_weaker_model(const ld::Program& program, EngineRun& run, std::unique_ptr<Translation>& translation) {
    const ld::MemoryModel weaker = *weaker_memory_model(outcome_.model);
    Options how = options_;
    how.hunt = false;
    std::unique_ptr<Translation> other = translate(program, weaker, options_.translate, options_.budget);
    EngineRun found = run_engine(Engine::Timeline, *other, how);
    if (!is_safe(found)) return;
    found.outcome.statistics += run.outcome.statistics;
    found.outcome.solver += run.outcome.solver;
    run = std::move(found);
    translation = std::move(other);
    outcome_.engine = Engine::Timeline;
    outcome_.proved_under = weaker;
  }

  // The record of decisions shows how events are ordered, about which the timeline engine has no queries: the event engine searches too,
  // under the same limits, and nothing else of it is reported, unless it contradicts the verdict.
  void record_orders(EngineRun& run, std::unique_ptr<Translation>& translation, search::SearchObserver* observer) {
    if (options_.budget != nullptr && options_.budget->exhausted()) return;
    if (observer != nullptr && observer->satisfied()) return;
    Options how = options_;
    how.certificate = true;
    EngineRun events = run_engine(Engine::Ghb, *translation, how, nullptr, true);
    if (!decides(run) || !decides(events) || is_safe(run) == is_safe(events)) return;
    try {
      (void)compared(std::move(run), std::move(events), options_.states_only);
    } catch (Disagreement& disagreement) {
      disagreement.keep(std::move(translation));
      throw;
    }
  }

  EngineRun both_engines(std::unique_ptr<Translation>& translation, search::SearchObserver* observer) {
    try {
      BothRuns both = run_both(*translation, options_, observer);
      note(outcome_.cross_checks, std::move(both.check));
      return std::move(both.told);
    } catch (Disagreement& disagreement) {
      disagreement.keep(std::move(translation));
      throw;
    }
  }

  Verdict take(EngineRun&& run, std::unique_ptr<Translation>&& translation, bool invariants) {
    const bool fences_ignored = ignores_store_fences(*translation);
    outcome_.statistics += run.outcome.statistics;
    outcome_.solver += run.outcome.solver;
    if (run.outcome.remains) outcome_.remains = std::move(run.outcome.remains);
    if (!invariants) {
      outcome_.invariants = std::move(run.outcome.invariants);
      outcome_.invariant_lines = std::move(run.outcome.invariant_lines);
      outcome_.infer = std::move(run.outcome.infer);
      outcome_.translation = std::move(translation);
    }
    if (auto* unsafe = std::get_if<Unsafe>(&run.outcome.verdict)) unsafe->invariant = invariants;
    if (auto* unknown = std::get_if<Unknown>(&run.outcome.verdict);
        unknown != nullptr && fences_ignored && unknown->kind == UnknownKind::Spurious)
      unknown->reason += "; every wfence() was ignored, since a firing that can be late behind one touches a shared plain cell";
    return std::move(run.outcome.verdict);
  }

  // One search decides all formulas, or finds the first one that is reached.
  std::vector<Property> property_verdicts() {
    std::vector<Property> all(program_.unsafes.size());
    const std::uint64_t nodes = outcome_.statistics.nodes;
    const auto* const unsafe = std::get_if<Unsafe>(&outcome_.verdict);
    const auto* const unknown = std::get_if<Unknown>(&outcome_.verdict);
    for (Property& each : all) {
      each.nodes = nodes;
      if (unsafe == nullptr && unknown == nullptr) each.verdict = VerdictKind::Safe;
      if (unknown != nullptr) each.reason = unknown->reason;
      if (unsafe != nullptr) each.reason = "not searched for: another formula was reached first";
    }
    if (unsafe == nullptr || unsafe->invariant || all.empty()) return all;
    all[unsafe->trace.unsafe] = {VerdictKind::Unsafe, nodes, unsafe->trace.steps.size(), ""};
    return all;
  }

  // A counterexample to an unsafe formula was executed, so it does not depend on any invariant. Otherwise a violated invariant replaces the
  // verdict that assumed it, and an undecided invariant makes the verdict Unknown.
  void prove_invariants() {
    const ld::Program as_unsafe = with_invariants_unsafe(program_);
    Verdict of_invariants = decide(as_unsafe, true);
    if (std::holds_alternative<Safe>(of_invariants)) {
      outcome_.assumed_invariants = 0;
    } else if (std::holds_alternative<Unsafe>(of_invariants)) {
      outcome_.verdict = std::move(of_invariants);
    } else if (!std::holds_alternative<Unknown>(outcome_.verdict)) {
      outcome_.verdict = Unknown{"invariants not proved: " + std::get<Unknown>(of_invariants).reason, UnknownKind::Invariants};
    }
  }

  void ask_small() {
    Budget unlimited;
    Budget& budget = options_.budget != nullptr ? *options_.budget : unlimited;
    try {
      outcome_.small = ask_small_instances(program_, outcome_.model, options_.small_states, options_.paranoid, budget);
    } catch (const BudgetExhausted& exhausted) {
      outcome_.verdict = limit_reached(exhausted, " while small instances were explored");
    }
  }

  void check_order(const Unsafe& unsafe) {
    const ld::Program as_unsafe = unsafe.invariant ? with_invariants_unsafe(program_) : ld::Program{};
    const Replayed replayed{unsafe.invariant ? as_unsafe : program_, outcome_.model, unsafe.trace, unsafe.account};
    note(outcome_.cross_checks, cross_check_order(replayed, options_.solver, options_.budget));
  }

  void require_cross_checks() {
    const bool no_verdict = std::holds_alternative<Unknown>(outcome_.verdict);
    for (CrossCheck& check : outcome_.cross_checks) {
      if (no_verdict && check.completed) check = {check.name, false, "there was no verdict to check"};
      if (check.completed || std::holds_alternative<Unknown>(outcome_.verdict)) continue;
      const bool safe = std::holds_alternative<Safe>(outcome_.verdict);
      Unknown unknown{"the search says " + std::string(safe ? "SAFE" : "UNSAFE, and its trace was replayed") + ", but '" + check.name +
                          "' was not completed: " + check.reason,
                      UnknownKind::CrossCheck};
      if (safe) {
        outcome_.unconfirmed = std::get<Safe>(std::move(outcome_.verdict));
      } else {
        outcome_.unconfirmed = std::get<Unsafe>(std::move(outcome_.verdict));
      }
      outcome_.verdict = std::move(unknown);
    }
  }

  const ld::Program& program_;
  const Options& options_;
  const Hooks& hooks_;
  Outcome outcome_;
};

// The search for some of the unsafe formulas, beside the verdict: no evidence of it is kept.
Options for_others(const Options& options, const ld::MemoryModel& model, std::uint64_t most_nodes) {
  Options how = options;
  how.model = model;
  how.certificate = how.paranoid = how.check_invariants = how.shortest = false;
  how.solver.cross_check = false;
  how.solver.dump = nullptr;
  how.search.max_nodes = how.search.max_nodes == 0 ? most_nodes : std::min(most_nodes, how.search.max_nodes);
  return how;
}

// After UNSAFE: the formulas that were not reached yet are searched for without those that were, again and again. A user who has a
// counterexample does not wait for long: these searches visit at most ten times the nodes of the first one, or 500.
void decide_others(Outcome& outcome, const ld::Program& program, const Options& options) {
  constexpr std::uint64_t least_bound = 500;
  const Unsafe* const first = unsafe_evidence(outcome);
  if (first == nullptr || first->invariant) return;
  std::vector<Property>& all = outcome.properties;
  std::uint64_t left = std::max(least_bound, outcome.statistics.nodes * 10);
  while (left > 0) {
    std::vector<std::size_t> rest;
    ld::Program without = program;
    without.unsafes.clear();
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].verdict != VerdictKind::Unknown) continue;
      rest.push_back(k);
      without.unsafes.push_back(program.unsafes[k]);
    }
    if (rest.empty()) return;
    const Options how = for_others(options, outcome.model, left);
    const Outcome found = Verification(without, how, {}).run();
    const std::uint64_t nodes = found.statistics.nodes;
    for (const std::size_t k : rest) all[k].nodes = nodes;
    if (const auto* unsafe = std::get_if<Unsafe>(&found.verdict)) {
      all[rest[unsafe->trace.unsafe]] = {VerdictKind::Unsafe, nodes, unsafe->trace.steps.size(), ""};
      left -= std::min(left, std::max<std::uint64_t>(1, nodes));
      continue;
    }
    const auto* const unknown = std::get_if<Unknown>(&found.verdict);
    for (const std::size_t k : rest) {
      all[k].verdict = kind_of(found.verdict);
      all[k].reason = unknown != nullptr ? unknown->reason : "";
    }
    return;
  }
}

}  // namespace

Outcome verify(const ld::Program& program, const Options& options, const Hooks& hooks) {
  Outcome outcome = Verification(program, options, hooks).run();
  if (options.every_property) decide_others(outcome, program, options);
  return outcome;
}

const Safe* safe_evidence(const Outcome& outcome) {
  const auto* safe = std::get_if<Safe>(&outcome.verdict);
  return safe != nullptr ? safe : std::get_if<Safe>(&outcome.unconfirmed);
}

const Unsafe* unsafe_evidence(const Outcome& outcome) {
  const auto* unsafe = std::get_if<Unsafe>(&outcome.verdict);
  return unsafe != nullptr ? unsafe : std::get_if<Unsafe>(&outcome.unconfirmed);
}

}  // namespace parapet::verify
