// Acyclicity of ghb as a question to a solver: can the events of a path be ranked so that every edge goes up? The rows of
// NOTE(order-summary) are the incremental form of the same question.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "search/search.h"
#include "search/weak/events/path_graph.h"

namespace parapet::search {

// Whether a choice of a firing exists. The timeline engine has no order to ask about: its choices are ranks.
template <class Weak>
class OrderOracle {
 public:
  OrderOracle(Context&, const SearchOptions&) {}
  bool admits(const Node<Weak>&, std::uint32_t, const std::vector<TermId>&, std::uint32_t, const typename Weak::Choice&) { return true; }
};

template <>
class OrderOracle<Ghb> {
 public:
  OrderOracle(Context& context, const SearchOptions& options);

  // A firing of `transition` by `processes` into `node`; `variables` of cube and firing together.
  bool admits(const Node<Ghb>& node, std::uint32_t transition, const std::vector<TermId>& processes, std::uint32_t variables,
              const Ghb::Choice& choice);

 private:
  [[nodiscard]] smt::Answer ask(const Node<Ghb>& node, const Firing& firing);

  Context& context_;
  const EventOrder decided_by_;
  const bool compare_;
};

// The edges of a graph as formulas, and what each says.
struct OrderFormulas {
  std::vector<TermId> formulas;
  std::vector<std::string> comments;  // by formula
};
[[nodiscard]] OrderFormulas order_formulas(Context& context, const PathGraph& graph);

// The events of a graph in the words of LE.
[[nodiscard]] std::vector<std::string> event_names(Context& context, const PathGraph& graph);
[[nodiscard]] std::string_view why(PathGraph::Rule rule);

}  // namespace parapet::search
