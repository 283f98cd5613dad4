// Pre-images that are thrown away, for whoever wants to know why (SearchObserver::discarded). Nothing of this is computed otherwise.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cube/context.h"
#include "cube/step.h"
#include "search/search.h"

namespace parapet::search {

using DiscardReason = SearchObserver::Discarded::Reason;
// The step, to the node of the pre-image that is being computed, does not exist.
using Discard = std::function<void(const Action& action, DiscardReason reason, const std::string& why)>;

// Questions for explanations only are not recorded as decisions.
inline constexpr smt::Query explaining{smt::Purpose::Feasible, 0, {}, nullptr, true};

[[nodiscard]] bool contradict(Context& context, TermId a, TermId b);

// Two literals that contradict each other, the second one at `from` or later: `A = 1 contradicts A = 2`; if there are none, all of them.
[[nodiscard]] std::string contradiction_text(Context& context, const std::vector<TermId>& literals, std::size_t from);

}  // namespace parapet::search
