// A search by one engine, or by both engines, whose verdicts must not contradict each other.
#pragma once

#include <memory>
#include <string>

#include "base/contract.h"
#include "check/replay.h"
#include "result/certificate.h"
#include "result/cross_check.h"
#include "search/search.h"
#include "verify/translation.h"

namespace parapet::verify {

struct SearchRequest {
  search::SearchOptions options;
  smt::SolverOptions solver;
  bool lateness = true;  // of the translation
  bool hunt = true;      // search small instances for a counterexample if a path of the search is spurious
  search::SearchObserver* observer = nullptr;
  le::DelayOptions delays{};  // of the translation
  bool orders_only = false;   // of the decisions record those on the order of events only
};

// The outcome of one engine with its evidence.
struct EngineRun {
  Engine engine = Engine::Timeline;
  search::Outcome outcome;
  Certificate certificate;  // Safe: the visited cubes, if the search was asked to keep them
  Account account;          // Unsafe: the account of the replay that confirmed the trace
  // Safe, if the certificate has ghosts: the owner of its terms; otherwise that is the translation that was searched.
  std::unique_ptr<Translation> with_ghosts;
};

// `engine` is Timeline or Ghb, whichever `accepted_engine` allows, not Auto or Both.
[[nodiscard]] EngineRun run_engine(Engine engine, Translation& translation, const SearchRequest& request);

[[nodiscard]] inline bool is_safe(const EngineRun& run) { return std::holds_alternative<search::Safe>(run.outcome.verdict); }
[[nodiscard]] inline bool is_unsafe(const EngineRun& run) { return std::holds_alternative<search::Unsafe>(run.outcome.verdict); }
[[nodiscard]] inline bool decides(const EngineRun& run) { return is_safe(run) || is_unsafe(run); }

// One engine says Safe, the other Unsafe.
class Disagreement : public InternalError {
 public:
  Disagreement(EngineRun first, EngineRun second);
  [[nodiscard]] const EngineRun& first() const { return *first_; }
  [[nodiscard]] const EngineRun& second() const { return *second_; }
  // The owner of the terms of the certificate; null if it was not kept.
  [[nodiscard]] const Translation* translation() const { return translation_.get(); }
  void keep(std::shared_ptr<const Translation> translation) { translation_ = std::move(translation); }

 private:
  std::shared_ptr<const EngineRun> first_, second_;
  std::shared_ptr<const Translation> translation_;
};

struct BothRuns {
  EngineRun told;    // the run that is reported: the timeline's if it has a verdict, else the event engine's; its statistics cover both
  CrossCheck check;  // completed if both engines have a verdict
};

// Throws Disagreement. `states_only`: only the timeline engine may report Safe, since only its cubes are sets of states.
[[nodiscard]] BothRuns run_both(Translation& translation, const SearchRequest& request, bool states_only);
// The result of both runs; `run_both` is this after running the engines.
[[nodiscard]] BothRuns compared(EngineRun timeline, EngineRun events, bool states_only);

}  // namespace parapet::verify
