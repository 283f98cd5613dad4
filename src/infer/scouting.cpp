#include "infer/scouting.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/narrow.h"
#include "infer/vanishing.h"

namespace parapet::search {
namespace {

std::uint64_t microseconds_since(std::chrono::steady_clock::time_point begin) {
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  return static_cast<std::uint64_t>(took.count());
}

}  // namespace

const GuessInstance* Scouting::instance(const SearchInput& input, SearchStatistics& statistics) {
  const std::lock_guard lock(mutex_);
  if (!guesses_) {
    const auto begin = std::chrono::steady_clock::now();
    guesses_ = climb(*input.system, input.arena->budget(), input.options.approximate, input.options.fixed_instance);
    const GuessInstance* const instance = guesses_->instance.get();
    statistics.explored_states = instance == nullptr ? 0 : instance->states();
    statistics.explore_microseconds = microseconds_since(begin);
  }
  return deepened_ ? deep_->instance.get() : guesses_->instance.get();
}

// What is explored further does not depend on who asks first, or when.
bool Scouting::explore_deep(const SearchInput& input) {
  if (!guesses_ || !guesses_->shallow) return false;
  if (!deep_) deep_ = search::deepen(*input.system, input.arena->budget(), *guesses_->instance);
  return deep_->instance != nullptr;
}

const GuessInstance* Scouting::deepen(const SearchInput& input, SearchStatistics& statistics) {
  const std::lock_guard lock(mutex_);
  if (deepened_) return nullptr;
  const auto begin = std::chrono::steady_clock::now();
  if (!explore_deep(input)) return nullptr;
  deepened_ = true;
  statistics.explored_states += deep_->instance->states();
  statistics.explore_microseconds += microseconds_since(begin);
  return deep_->instance.get();
}

const GuessInstance* Scouting::explored(std::uint32_t variables) {
  const std::lock_guard lock(mutex_);
  if (!guesses_) return nullptr;
  for (const GuessInstance* const instance : {guesses_->instance.get(), guesses_->cut.get()}) {
    if (instance != nullptr && instance->variables() == variables) return instance;
  }
  return nullptr;
}

bool Scouting::is_cut_without_numbers() {
  const std::lock_guard lock(mutex_);
  return guesses_ && guesses_->instance != nullptr && guesses_->instance->cut() && !guesses_->instance->has_numbers();
}

std::optional<Trace> Scouting::hit(const SearchInput& input, SearchStatistics& statistics) {
  const std::lock_guard lock(mutex_);
  if (input.options.approximate == 0 || hits_tried_ || !input.confirm || instance(input, statistics) == nullptr) return std::nullopt;
  hits_tried_ = true;
  for (Trace& trace : guesses_->hits) {
    if (confirm(input, trace).empty()) return std::move(trace);
  }
  return std::nullopt;
}

std::optional<Trace> Scouting::deep_hit(const SearchInput& input) {
  const std::lock_guard lock(mutex_);
  if (input.options.approximate == 0 || !input.confirm || !explore_deep(input)) return std::nullopt;
  if (!std::exchange(deep_hits_tried_, true)) {
    const auto found =
        std::find_if(deep_->hits.begin(), deep_->hits.end(), [&](const Trace& trace) { return confirm(input, trace).empty(); });
    if (found != deep_->hits.end()) deep_trace_ = *found;
  }
  return deep_trace_;
}

std::string Scouting::why_never_safe(const SearchInput& input) {
  const std::lock_guard lock(mutex_);
  const ld::Program& program = *input.system->program;
  // With a bound on their number, cubes with all processes may be exact. An instance that was cut, or with hits that were not confirmed, may
  // have an unsafe state without any process vanishing.
  if (program.number_procs || !has_universal_guard(program)) return {};
  if (!guesses_ || guesses_->instance == nullptr || guesses_->instance->cut() || !guesses_->hits.empty()) return {};
  Budget unlimited;
  Budget* const budget = input.arena->budget();
  const auto most = narrow<std::uint32_t>(guesses_->instance->processes());
  const auto processes = unsafe_if_processes_vanish(program, most, budget == nullptr ? unlimited : *budget);
  if (!processes) return {};
  return "with " + std::to_string(*processes) +
         " processes an unsafe state is reached if some of them may vanish, which universal guards " +
         "do not exclude backward: this search cannot answer SAFE, and no counterexample was found";
}

const GuessInstance* Scouting::vanishing_instance(const SearchInput& input) {
  const std::lock_guard lock(mutex_);
  if (!has_universal_guard(*input.system->program)) return nullptr;
  if (!guesses_ || guesses_->instance == nullptr || guesses_->instance->cut()) return nullptr;
  if (!vanishing_) vanishing_ = with_vanishing(*input.system, input.arena->budget(), *guesses_->instance);
  return vanishing_->instance.get();
}

std::optional<Trace> Scouting::hunt(const SearchInput& input) {
  const std::lock_guard lock(mutex_);
  if (!input.hunt || hunted_) return hunted_trace_;
  Budget unlimited;
  Budget* const budget = input.arena->budget();
  auto trace = input.hunt(budget == nullptr ? unlimited : *budget);
  hunted_ = true;
  if (trace && confirm(input, *trace).empty()) hunted_trace_ = std::move(trace);
  return hunted_trace_;
}

std::string Scouting::confirm(const SearchInput& input, const Trace& trace) {
  if (!input.confirm) return {};
  const std::lock_guard lock(mutex_);
  Budget unlimited;
  Budget* const budget = input.arena->budget();
  return input.confirm(trace, budget == nullptr ? unlimited : *budget);
}

}  // namespace parapet::search
