// Asks a solver whether the ghb of an execution graph is acyclic.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "result/event_graph.h"
#include "smt/solver.h"

namespace parapet::check {

struct OrderAnswer {
  smt::Answer answer = smt::Answer::Unknown;  // Sat: acyclic, the events can be ranked such that every edge of ghb goes up
  std::vector<std::uint32_t> cycle;           // Unsat: a cycle of ghb, as indices of its edges in order
};

// The query is built in `arena`, which the solver must use.
[[nodiscard]] OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver);

// A cycle in words: `write of a(p1) -co-> b(p2) -fr-> write of a(p1)`.
[[nodiscard]] std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle);

}  // namespace parapet::check
