// Acyclicity of ghb as a question to a solver: can the events of a path be ranked so that every edge goes up? The rows of
// NOTE(order-summary) are the incremental form of the same question.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/search.h"
#include "search/weak/events/path_graph.h"
#include "smt/decisions.h"

namespace parapet::search {

// Whether a choice of a firing exists: as the rows say, as a solver says, or both, compared.
class Ghb::Oracle {
 public:
  Oracle(Workspace& workspace, const SearchOptions& options);

  // A solver that decides the order is given all events of the path.
  [[nodiscard]] static bool asks_about_paths(const SearchOptions& options) {
    return options.event_order == EventOrder::Smt || options.compare_orders;
  }
  [[nodiscard]] bool admits(const Node<Ghb>& node, const Action& action, const Choice& choice, const std::vector<TermId>& literals);

  // Choices that close a cycle are given to `admits` too, so that it can be said why they do not exist.
  void explain() { workspace_.keep_cyclic = true; }
  // Of a choice that `admits` refused: the cycle, `write of t(z1) -fence-> u(z1) -fr-> write of t(z0) -fence-> u(z0) -fr-> write of t(z1)`.
  [[nodiscard]] std::string why_not(const Node<Ghb>& node, const Action& action, const Choice& choice);

 private:
  [[nodiscard]] smt::Answer ask(const PathGraph& graph, const smt::Query& query);
  // That the rows, or the solver, gave this answer about the firing just added to the history.
  void record(const smt::Decision& decision, const Node<Ghb>& node, const Choice& choice, const std::vector<TermId>& literals,
              History& history, const PathGraph& graph);

  Workspace& workspace_;
  Context& context_;
  const EventOrder decided_by_;
  const bool compare_;
  const bool asks_;  // a solver
};

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
