// The store-buffer machine's states one step later.
#pragma once

#include <functional>

#include "check/machine.h"

namespace parapet::check {

using VisitState = std::function<void(State&&)>;
// Each state that a commit, or a firing with some processes and some values for what it assigns freely, leads to.
void each_successor(const Setting& setting, const State& state, const VisitState& visit);

// These are all: no transition assigns any of more values than each_successor tries.
[[nodiscard]] bool has_all_successors(const ld::Program& program);

}  // namespace parapet::check
