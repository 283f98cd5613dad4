// One run: exact search, and beside it, if it takes long, a search with candidates.
//
// Many models close exactly within a few nodes, and some are lost with candidates: so exact search comes first, and goes on afterwards by
// turns with the other one, which starts anew from the unsafe formulas. Their shares double, so that each has at least a third of all nodes
// when the other one decides: whatever one of them would find alone is found.
#include "search/backward.h"

#include <new>

#include "search/ghb.h"
#include "search/timeline.h"

namespace parapet::search {
namespace {

template <class Weak>
Verdict decide(Run& run) {
  const SearchOptions& options = run.input.options;
  if (options.approximate != 0 && options.exact_nodes == 0) return *Backward<Weak>(run, true).advance(UINT64_MAX);
  Backward<Weak> exact(run, false);
  if (options.approximate == 0) return *exact.advance(UINT64_MAX);
  if (auto verdict = exact.advance(options.exact_nodes)) return *verdict;
  Backward<Weak> approximate(run, true);
  for (std::uint64_t share = options.exact_nodes;; share *= 2) {
    if (auto verdict = approximate.advance(share)) {
      if (!std::holds_alternative<Unknown>(*verdict)) return *verdict;
    }
    if (auto verdict = exact.advance(share)) return *verdict;
  }
}

// What was counted until a limit was reached is kept. The searches are gone by then: nothing asks their solver or caches any more.
template <class Weak>
Outcome check(const SearchInput& input) {
  Run run(input, Weak::read_policy);
  try {
    run.outcome.verdict = decide<Weak>(run);
  } catch (const BudgetExhausted& reason) {
    run.outcome.verdict = Unknown{reason.what()};
  } catch (const std::bad_alloc&) {
    const Budget* const budget = input.arena->budget();
    if (budget == nullptr || budget->limits().memory == 0) throw;
    run.outcome.verdict = Unknown{"memory limit reached"};
  }
  return std::move(run.outcome);
}

}  // namespace

Outcome check_timeline(const SearchInput& input) { return check<Timeline>(input); }
Outcome check_ghb(const SearchInput& input) { return check<Ghb>(input); }

}  // namespace parapet::search
