// An execution graph as DOT, the language of Graphviz.
#pragma once

#include <string>

#include "result/execution_graph.h"

namespace parapet::report {

// One column per process, time going down; rf red, fr orange, co blue. Edges outside ghb are dotted.
[[nodiscard]] std::string graph_dot(const ExecutionGraph& graph);

}  // namespace parapet::report
