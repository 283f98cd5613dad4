// A node of the search as a formula of LE: events, their values, their order.
#pragma once

#include <string>

#include "search/loop/node.h"
#include "search/weak/events/ghb.h"
#include "search/weak/timeline/timeline.h"

namespace parapet::search {

[[nodiscard]] std::string le_formula(Context& context, const Node<Timeline>& node);
[[nodiscard]] std::string le_formula(Context& context, const Node<Ghb>& node);

}  // namespace parapet::search
