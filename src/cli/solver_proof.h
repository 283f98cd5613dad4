// `certify --proofs`: cvc5's own proof of a file that it finds unsatisfiable.
#pragma once

#include <filesystem>

#include "base/budget.h"

namespace parapet::cli {

// Lets the program cvc5 prove the SMT-LIB file and writes its proof, in LFSC, to `proof`. False: cvc5 gives no proof within a minute of
// processor time. Throws OutputError if there is no such program, BudgetExhausted.
[[nodiscard]] bool write_solver_proof(const std::filesystem::path& script, const std::filesystem::path& proof, Budget* budget);

}  // namespace parapet::cli
