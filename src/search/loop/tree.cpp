#include "search/loop/tree.h"

#include <chrono>
#include <utility>

namespace parapet::search {

const GuessInstance* Run::instance() {
  if (!guesses_) {
    const auto begin = std::chrono::steady_clock::now();
    guesses_ = climb(context, input.options.approximate, input.options.fixed_instance);
    const GuessInstance* const instance = guesses_->instance.get();
    outcome.statistics.explored_states = instance == nullptr ? 0 : instance->states();
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
    outcome.statistics.explore_microseconds = static_cast<std::uint64_t>(took.count());
  }
  return guesses_->instance.get();
}

std::optional<Trace> Run::hit() {
  if (input.options.approximate == 0 || hits_tried_ || !input.confirm || instance() == nullptr) return std::nullopt;
  hits_tried_ = true;
  for (Trace& trace : guesses_->hits) {
    if (input.confirm(trace).empty()) return std::move(trace);
  }
  return std::nullopt;
}

}  // namespace parapet::search
