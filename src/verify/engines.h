// A search by one engine, or by both engines, whose verdicts must not contradict each other.
#pragma once

#include <memory>
#include <string>

#include "base/contract.h"
#include "verify/verify.h"

namespace parapet::verify {

// The outcome of one engine with its evidence.
struct EngineRun {
  Engine engine = Engine::Timeline;
  search::Outcome outcome;
  // Safe, if the certificate has ghosts: the owner of its terms; otherwise that is the translation that was searched.
  std::unique_ptr<Translation> with_ghosts;
};

// `engine` is Timeline or Ghb, whichever `accepted_engine` allows, not Auto or Both. `orders_only`: it runs beside the one that is told, and
// the record of decisions has those of it on the order of events only.
[[nodiscard]] EngineRun run_engine(Engine engine, Translation& translation, const Options& options,
                                   search::SearchObserver* observer = nullptr, bool orders_only = false);

[[nodiscard]] inline bool is_safe(const EngineRun& run) { return std::holds_alternative<Safe>(run.outcome.verdict); }
[[nodiscard]] inline bool is_unsafe(const EngineRun& run) { return std::holds_alternative<Unsafe>(run.outcome.verdict); }
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

// Throws Disagreement.
[[nodiscard]] BothRuns run_both(Translation& translation, const Options& options, search::SearchObserver* observer);
// The result of both runs; `run_both` is this after running the engines. `states_only`: only the timeline engine may report Safe, since only
// its cubes are sets of states.
[[nodiscard]] BothRuns compared(EngineRun timeline, EngineRun events, bool states_only);

}  // namespace parapet::verify
