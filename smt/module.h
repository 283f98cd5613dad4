// Solver libraries are opened when first used: each backend over one is a small shared module of its own with these two functions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "smt/solver.h"

extern "C" {
// The caller owns the result. limit: milliseconds per query, 0 for none.
using ParapetMakeSolver = parapet::smt::Solver*(const parapet::TermArena*, std::uint64_t limit);
using ParapetSolverVersion = const char*();
}

namespace parapet::smt {

// `library` is z3 or cvc5. Throws SolverError with a reason for the user if the module or its library is not there.
[[nodiscard]] std::unique_ptr<Solver> make_from_module(const std::string& library, const TermArena& arena, std::uint64_t limit);
[[nodiscard]] std::string module_version(const std::string& library);

}  // namespace parapet::smt
