#include "infer/guess_ladder.h"

#include <algorithm>

#include "base/narrow.h"

namespace parapet::search {
namespace {

constexpr std::uint32_t first_rung = 2;
constexpr std::uint64_t most_states_below = 6'000;  // states of a complete instance, for a larger one to be explored
constexpr std::uint64_t growth = 12;
constexpr std::uint64_t least_checkpoint = 4'000;
// Of the examples and public models with two processes, those that have at most 30,000 states have at most 22 % waiting when 6,000 are known.
constexpr std::uint64_t most_waiting_first = 4;

std::vector<Trace> hits_of(GuessInstance& instance) {
  std::vector<Trace> traces;
  for (std::size_t k = 0; k < instance.hits(); ++k) {
    if (auto trace = instance.hit(k)) traces.push_back(std::move(*trace));
  }
  return traces;
}

bool may_climb(const Guesses& guesses) {
  return guesses.hits.empty() && !guesses.instance->cut() && guesses.instance->states() <= most_states_below;
}

// Measured on the examples, a quarter of the way: less than 1/8 waits in instances that can be completed, 1/7 or more in the others.
GuessLimits limits_above(const GuessInstance& smaller) {
  GuessLimits limits;
  limits.checkpoint = std::max(least_checkpoint, growth * smaller.states());
  return limits;
}

}  // namespace

Guesses climb(const le::System& system, Budget* budget, std::uint32_t processes, bool fixed) {
  if (const auto limit = system.program->number_procs) {
    const auto constants = narrow<std::int64_t>(system.constants.size());
    processes = narrow<std::uint32_t>(std::clamp<std::int64_t>(narrow<std::int64_t>(*limit) - constants, 0, processes));
  }
  std::uint32_t rung = fixed ? processes : std::min(first_rung, processes);
  GuessLimits limits;
  if (!fixed) limits = {.checkpoint = most_states_below, .most_waiting = most_waiting_first};
  Guesses result{GuessInstance::explore({system, budget}, rung, limits), {}, nullptr};
  if (!result.instance) return result;
  result.hits = hits_of(*result.instance);
  result.shallow = result.instance->given_up();
  while (rung < processes && may_climb(result)) {
    auto larger = GuessInstance::explore({system, budget}, ++rung, limits_above(*result.instance));
    if (larger) result.hits = hits_of(*larger);
    if (larger && larger->cut()) result.cut = std::move(larger);
    if (!larger) break;
    result.instance = std::move(larger);
  }
  return result;
}

Guesses deepen(const le::System& system, Budget* budget, const GuessInstance& shallow) {
  Guesses result{GuessInstance::explore({system, budget}, shallow.variables(), {}), {}, nullptr};
  if (result.instance) result.hits = hits_of(*result.instance);
  return result;
}

VanishingGuesses with_vanishing(const le::System& system, Budget* budget, const GuessInstance& exact) {
  VanishingGuesses result{std::make_unique<const VanishingProgram>(with_vanishing(*system.program)), nullptr};
  auto instance = GuessInstance::explore({system, budget, result.program.get()}, exact.variables(), limits_above(exact));
  if (instance && !instance->cut()) result.instance = std::move(instance);
  return result;
}

}  // namespace parapet::search
