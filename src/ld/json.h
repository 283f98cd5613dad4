// The structure of a program as JSON, for other tools.
#pragma once

#include <string>

#include "ld/program.h"

namespace parapet::ld {

// One object: number_procs, types, symbols, init, unsafe, invariants, transitions. Formulas and terms are arrays beginning with
// their operator; every access names its symbol, its indices and its reader.
// `budget` may be null.
[[nodiscard]] std::string to_json(const Program& program, Budget* budget = nullptr);

}  // namespace parapet::ld
