// Acyclicity of ghb as a question to a solver: can the events of a path be ranked so that every edge goes up? The rows of
// NOTE(order-summary) are the incremental form of the same question (Ghb::admits).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/events/path_graph.h"

namespace parapet::search {

// The edges of a graph as formulas.
[[nodiscard]] std::vector<TermId> order_formulas(TermArena& arena, const PathGraph& graph);

// The events of a graph in the words of LE.
[[nodiscard]] std::vector<std::string> event_names(Context& context, const PathGraph& graph);
[[nodiscard]] std::string_view why(PathGraph::Rule rule);
// In one word: `fr`.
[[nodiscard]] std::string_view name(PathGraph::Rule rule);
// An event in the words of the source: `write of t(z0)`, `t(z0)` for an execution.
[[nodiscard]] std::string source_name(Context& context, const PathGraph& graph, std::uint32_t event);

}  // namespace parapet::search
