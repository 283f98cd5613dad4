// Creates solvers by name, with their wrappers (query dump, cross-check, statistics).
#pragma once

#include <memory>
#include <string>

#include "smt/solver.h"

namespace parapet::smt {

[[nodiscard]] std::unique_ptr<Solver> make_solver(TermArena& arena, const SolverOptions& options, SolverStatistics& statistics);

// "4.8.12", or why the library cannot be used. Opens the library.
[[nodiscard]] std::string z3_version();
[[nodiscard]] std::string cvc5_version();

}  // namespace parapet::smt
