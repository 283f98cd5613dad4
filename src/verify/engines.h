// One engine on a system, and both, which check each other.
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
  bool hunt = true;      // look for a counterexample in small instances when a path of the search could not be executed
  search::SearchObserver* observer = nullptr;
};

// What one engine said, and what it rests on.
struct EngineRun {
  Engine engine = Engine::Timeline;
  search::Outcome outcome;
  Certificate certificate;  // Safe, if the search was told to keep its cubes
  Account account;          // Unsafe: of the replay that confirmed the trace
};

// `engine` is one that can search the system (accepted_engine), not Auto or Both.
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
  // What the terms of a certificate are in; null if nobody kept it.
  [[nodiscard]] const Translation* translation() const { return translation_.get(); }
  void keep(std::shared_ptr<const Translation> translation) { translation_ = std::move(translation); }

 private:
  std::shared_ptr<const EngineRun> first_, second_;
  std::shared_ptr<const Translation> translation_;
};

struct BothRuns {
  EngineRun told;    // the timeline's if it decides, else the event engine's; statistics are those of both
  CrossCheck check;  // completed if both decide
};

// Throws Disagreement. `states_only`: Safe is the timeline's alone to say, since its cubes are sets of states.
[[nodiscard]] BothRuns run_both(Translation& translation, const SearchRequest& request, bool states_only);
// The same of two runs.
[[nodiscard]] BothRuns compared(EngineRun timeline, EngineRun events, bool states_only);

}  // namespace parapet::verify
