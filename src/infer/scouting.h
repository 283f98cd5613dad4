// What forward exploration of small instances tells the searches of a run: candidates, counterexamples, and why SAFE is out of reach.
//
// Each answer is computed when it is first asked for. The searches may run in two threads, and each passes its own input: the same system,
// with a budget of its own.
#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "infer/guess_ladder.h"
#include "search/search.h"

namespace parapet::search {

class Scouting {
 public:
  // The instance that invariants are guessed from, explored when it is first asked for; null: there is none.
  const GuessInstance* instance(const SearchInput& input, SearchStatistics& statistics);
  // The instance explored further, where candidates from it are not enough: `instance` returns it from now on. Null: its exploration was not
  // ended early, or it is explored further already. Only the searches with candidates ask, one after the other.
  const GuessInstance* deepen(const SearchInput& input, SearchStatistics& statistics);
  // An instance with so many interchangeable processes that was explored already, completely or in part; null: there is none.
  const GuessInstance* explored(std::uint32_t variables);
  // The instance was explored in part only, and has no cells that hold numbers.
  [[nodiscard]] bool is_cut_without_numbers();
  // The same instance with processes that may vanish; null: the model has no universal guard, or one of both is not complete.
  const GuessInstance* vanishing_instance(const SearchInput& input);
  // A counterexample that the instance meets, replayed; the hits are tried once.
  std::optional<Trace> hit(const SearchInput& input, SearchStatistics& statistics);
  // The same of the instance explored further, where it can be.
  std::optional<Trace> deep_hit(const SearchInput& input);
  // Why the search can never answer SAFE (infer/vanishing.h), if that is seen in the instance; empty: nothing is known.
  std::string why_never_safe(const SearchInput& input);
  // SearchInput::hunt, asked when this is first called.
  std::optional<Trace> hunt(const SearchInput& input);
  // SearchInput::confirm.
  std::string confirm(const SearchInput& input, const Trace& trace);

 private:
  [[nodiscard]] bool explore_deep(const SearchInput& input);

  std::recursive_mutex mutex_;
  std::optional<Guesses> guesses_;
  std::optional<VanishingGuesses> vanishing_;
  std::optional<Guesses> deep_;  // explored further
  bool deepened_ = false;        // candidates come from `deep_`
  bool hits_tried_ = false;
  bool deep_hits_tried_ = false;
  std::optional<Trace> deep_trace_;
  bool hunted_ = false;
  std::optional<Trace> hunted_trace_;
};

}  // namespace parapet::search
