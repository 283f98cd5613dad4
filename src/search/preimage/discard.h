// Pre-images that are thrown away, for whoever wants to know why (SearchObserver::discarded). Nothing of this is computed otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "search/cube/context.h"
#include "search/preimage/step.h"
#include "search/search.h"

namespace parapet::search {

using DiscardReason = SearchObserver::Discarded::Reason;
// The step, to the node of the pre-image that is being computed, does not exist.
using Discard = std::function<void(const Action& action, DiscardReason reason, const std::string& why)>;

// Questions for explanations only are not recorded as decisions.
inline constexpr smt::Query explaining{smt::Purpose::Feasible, 0, {}, nullptr, true};

[[nodiscard]] inline bool contradict(Context& context, TermId a, TermId b) {
  std::vector<TermId> both{a, b};
  return !context.normalizer.normalize(both, explaining);
}

// Two literals that contradict each other, the second one at `from` or later: `A = 1 contradicts A = 2`; if there are none, all of them.
[[nodiscard]] inline std::string contradiction_text(Context& context, const std::vector<TermId>& literals, std::size_t from) {
  for (std::size_t b = from; b < literals.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      if (contradict(context, literals[a], literals[b]))
        return to_string(context.arena, literals[a]) + " contradicts " + to_string(context.arena, literals[b]);
    }
  }
  std::string text;
  for (const TermId literal : literals) text += (text.empty() ? "" : " && ") + to_string(context.arena, literal);
  return "no state satisfies " + text;
}

}  // namespace parapet::search
