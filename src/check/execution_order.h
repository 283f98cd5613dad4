// Whether the ghb of an execution graph is acyclic, by a solver.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/execution_graph.h"
#include "smt/solver.h"

namespace parapet::check {

struct OrderAnswer {
  smt::Answer answer = smt::Answer::Unknown;  // Sat: the events can be ranked so that every edge of ghb goes up
  std::vector<std::uint32_t> cycle;           // Unsat: edges of ghb, each beginning where the one before it ends, the first where the last
};

// Is ghb acyclic? A question for the solver, about events of its arena.
[[nodiscard]] OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver);

// A cycle in words: `write of a(p1) -co-> b(p2) -fr-> write of a(p1)`.
[[nodiscard]] std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle);

}  // namespace parapet::check
