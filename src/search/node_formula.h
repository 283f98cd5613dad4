// A node of the search as a formula of LE: events, their values, their order.
#pragma once

#include <string>

#include "search/ghb.h"
#include "search/node.h"
#include "search/timeline.h"

namespace parapet::search {

[[nodiscard]] std::string le_formula(Context& context, const Node<Timeline>& node);
[[nodiscard]] std::string le_formula(Context& context, const Node<Ghb>& node);

}  // namespace parapet::search
