// The execution graph of a counterexample, from what replaying it showed.
#pragma once

#include <string>
#include <vector>

#include "le/memory_model.h"
#include "ld/program.h"
#include "result/account.h"
#include "result/execution_graph.h"
#include "result/trace.h"
#include "smt/solver.h"

namespace parapet::check {

// `account`: of all steps of the trace, as `replay` gives it under `model`.
[[nodiscard]] ExecutionGraph execution_graph(const ld::Program& program, const Trace& trace, const Account& account,
                                             const le::MemoryModel& model);

struct OrderAnswer {
  smt::Answer answer = smt::Answer::Unknown;  // Sat: the events can be ranked so that every edge of ghb goes up
  std::vector<std::uint32_t> cycle;           // Unsat: edges of ghb, each beginning where the one before it ends, the first where the last
};

// Is ghb acyclic? A question for the solver, about events of its arena.
[[nodiscard]] OrderAnswer check_order(const ExecutionGraph& graph, TermArena& arena, smt::Solver& solver);

// A cycle in words: `write of a(p1) -co-> b(p2) -fr-> write of a(p1)`.
[[nodiscard]] std::string describe_cycle(const ExecutionGraph& graph, const std::vector<std::uint32_t>& cycle);

}  // namespace parapet::check
