// Solver libraries are opened at their first use: each backend for a library is a shared module that exports these two functions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "smt/solver.h"

extern "C" {
// The caller owns the result. `limit` is in milliseconds per query; 0 is no limit.
using ParapetMakeSolver = parapet::smt::Solver*(const parapet::TermArena*, std::uint64_t limit);
using ParapetSolverVersion = const char*();
}

namespace parapet::smt {

// `library` is z3 or cvc5. Throws SolverError with a message for the user if the module or its library cannot be opened.
[[nodiscard]] std::unique_ptr<Solver> make_from_module(const std::string& library, const TermArena& arena, std::uint64_t limit);
[[nodiscard]] std::string module_version(const std::string& library);

}  // namespace parapet::smt
