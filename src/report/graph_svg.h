// An execution graph as a picture of its own: SVG with its style inside.
#pragma once

#include <string>

#include "result/execution_graph.h"

namespace parapet::report {

// A column for each process, time going down, every event in a row of its own at the instant it happens. Elements carry what a script
// needs: `data-step` (the firing) and `data-instant` (from 1; absent: never) on events, `data-from`, `data-to` (numbers of events) on
// edges.
[[nodiscard]] std::string graph_svg(const ExecutionGraph& graph);

}  // namespace parapet::report
