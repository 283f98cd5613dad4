// One run: exact search, and beside it, if it takes long, a search with candidates.
//
// Many models close exactly within a few nodes, and some are lost with candidates: so exact search comes first, and goes on afterwards by
// turns with the other one, which starts anew from the unsafe formulas. Their shares double, so that each has at least a third of all nodes
// when the other one decides: whatever one of them would find alone is found.
#include "search/loop/backward.h"

#include <chrono>
#include <new>

#include "le/dnf.h"
#include "search/weak/events/ghb.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

const GuessInstance* Run::instance() {
  if (!guesses_) {
    const auto begin = std::chrono::steady_clock::now();
    guesses_ = climb(context, input.options.approximate, input.options.fixed_instance);
    const GuessInstance* const instance = guesses_->instance.get();
    auto& statistics = outcome.statistics.approximation;
    statistics.states = instance == nullptr ? 0 : instance->states();
    statistics.cut = instance != nullptr && instance->cut();
    statistics.explore_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
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

namespace {

template <class Weak>
Backward<Weak>& new_search(Run& run, bool approximate) {
  auto search = std::make_shared<Backward<Weak>>(run, approximate);
  run.searches.push_back(search);
  return *search;
}

template <class Weak>
Verdict decide(Run& run) {
  const SearchOptions& options = run.input.options;
  if (options.approximate != 0 && options.exact_nodes == 0) {
    if (auto trace = run.hit()) return Unsafe{std::move(*trace)};
    return *new_search<Weak>(run, true).advance(UINT64_MAX);
  }
  Backward<Weak>& exact = new_search<Weak>(run, false);
  if (options.approximate == 0) return *exact.advance(UINT64_MAX);
  if (auto verdict = exact.advance(options.exact_nodes)) return *verdict;
  if (auto trace = run.hit()) return Unsafe{std::move(*trace)};
  Backward<Weak>& approximate = new_search<Weak>(run, true);
  for (std::uint64_t share = options.exact_nodes;; share *= 2) {
    if (auto verdict = approximate.advance(share)) {
      if (!std::holds_alternative<Unknown>(*verdict)) return *verdict;
    }
    if (auto verdict = exact.advance(share)) return *verdict;
  }
}

// The verdict, and what was counted until a limit was reached. Nothing asks the solver or the caches of a search any more after that.
template <class Weak>
Outcome check(const SearchInput& input) {
  auto run = std::make_shared<Run>(input, Weak::read_policy);
  const Budget* const budget = input.arena->budget();
  try {
    run->outcome.verdict = decide<Weak>(*run);
  } catch (const BudgetExhausted& reason) {
    run->outcome.verdict = Unknown{reason.what(), reason.limit == Limit::Interrupted ? UnknownKind::Interrupted : UnknownKind::Limit};
  } catch (const le::TooLarge& error) {
    run->outcome.verdict = Unknown{error.what()};
  } catch (const std::bad_alloc&) {
    if (budget == nullptr || budget->limits().memory == 0) throw;
    run->outcome.verdict = Unknown{"memory limit reached"};
  }
  for (const auto& search : run->searches) static_cast<Backward<Weak>*>(search.get())->finish();
  run->solver.reset();
  Outcome outcome = std::move(run->outcome);
  if (budget != nullptr && budget->exhausted()) outcome.remains = std::move(run);
  return outcome;
}

}  // namespace

Outcome check_timeline(const SearchInput& input) { return check<Timeline>(input); }
Outcome check_ghb(const SearchInput& input) { return check<Ghb>(input); }

}  // namespace parapet::search
