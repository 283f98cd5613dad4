// Builds the execution graph of a counterexample from the account of its replay, and asks a solver whether its ghb is acyclic.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ld/memory_model.h"
#include "ld/program.h"
#include "ld/trace.h"
#include "result/account.h"
#include "result/event_graph.h"
#include "smt/solver.h"

namespace parapet::check {

// `account` covers all steps of the trace, as `replay` returns it under `model`.
[[nodiscard]] ExecutionGraph execution_graph(const ld::Program& program, const Trace& trace, const Account& account,
                                             const ld::MemoryModel& model);

struct OrderAnswer {
  smt::Answer answer = smt::Answer::Unknown;  // Sat: acyclic, the events can be ranked such that every edge of ghb goes up
  std::vector<std::uint32_t> cycle;           // Unsat: a cycle of ghb, as indices of its edges in order
};

// The query is built in `arena`, which the solver must use.
[[nodiscard]] OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver);

// A cycle in words: `write of a(p1) -co-> b(p2) -fr-> write of a(p1)`.
[[nodiscard]] std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle);

}  // namespace parapet::check
