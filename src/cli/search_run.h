// From a program and the command line to a search: translation, acceptance, options.
#pragma once

#include <memory>
#include <vector>

#include "base/source.h"
#include "cli/console.h"
#include "cli/options.h"
#include "le/system.h"
#include "search/search.h"

namespace parapet::cli {

// Several observers as one, called in this order.
class Observers : public search::SearchObserver {
 public:
  void add(search::SearchObserver& observer) { all_.push_back(&observer); }
  void visited(const Node& node, const search::SearchStatistics& statistics) override {
    for (auto* each : all_) each->visited(node, statistics);
  }
  void covered(const Node& node, std::uint64_t by) override {
    for (auto* each : all_) each->covered(node, by);
  }
  void deleted(std::uint64_t node, std::uint64_t by) override {
    for (auto* each : all_) each->deleted(node, by);
  }
  void reached(const Node& node) override {
    for (auto* each : all_) each->reached(node);
  }
  void replaced(const Node& node, const Node& candidate) override {
    for (auto* each : all_) each->replaced(node, candidate);
  }
  void blamed(const Node& candidate, const Node& met) override {
    for (auto* each : all_) each->blamed(candidate, met);
  }
  void spurious(const Node& node, const std::string& why) override {
    for (auto* each : all_) each->spurious(node, why);
  }

 private:
  std::vector<search::SearchObserver*> all_;
};

// The same model with its invariants as what must not happen, nothing being assumed.
[[nodiscard]] ld::Program with_invariants_unsafe(ld::Program program);

[[nodiscard]] le::MemoryModel memory_model(const Options& options, const ld::Program& program);

struct Translated {
  Translated(const Signature& signature, Budget* budget) : arena(signature, budget) {}
  TermArena arena;
  le::System system;
};

// The event-explicit system of `program`, which must outlive it; null after a message, if it is too large to be expanded.
[[nodiscard]] std::unique_ptr<Translated> translate(const Options& options, const ld::Program& program, const SourceFile& file,
                                                    Console& console);
// The engine that `auto` stands for on this system: the timeline where it is exact.
[[nodiscard]] Engine chosen_engine(const Options& options, Translated& translated);
[[nodiscard]] std::string_view engine_name(Engine engine);
// Whether the engine can search the system; if not, after a message.
[[nodiscard]] bool accept(const Options& options, Engine engine, Translated& translated, const SourceFile& file, Console& console);

// Searches; every trace is confirmed by replay before it is believed.
[[nodiscard]] search::Outcome run_search(const Options& options, Engine engine, Translated& translated, search::SearchObserver& observer);

}  // namespace parapet::cli
