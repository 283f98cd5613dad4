// One run: exact search, and beside it, if it takes long, a search with candidates.
//
// Many models close exactly within a few nodes, and some are lost with candidates: so exact search comes first, and goes on afterwards by
// turns with the other one, which starts anew from the unsafe formulas. Their shares double, so that each has at least a third of all nodes
// when the other one decides: whatever one of them would find alone is found.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <utility>
#include <variant>

#include "le/dnf.h"
#include "search/loop/backward.h"

namespace parapet::search {

template <SearchEngine Weak>
Backward<Weak>& new_search(Run& run, bool approximate) {
  auto search = std::make_shared<Backward<Weak>>(run, approximate);
  run.searches.push_back(search);
  return *search;
}

template <SearchEngine Weak>
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
template <SearchEngine Weak>
[[nodiscard]] Outcome run_search(const SearchInput& input) {
  auto run = std::make_shared<Run>(input, &Weak::own_read);
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

}  // namespace parapet::search
