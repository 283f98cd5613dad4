// The structure of a program as JSON, for other tools.
#pragma once

#include <functional>
#include <string>

#include "base/json.h"
#include "ld/program.h"

namespace parapet::ld {

// One object: number_procs, types, symbols, init, unsafe, invariants, transitions. Formulas and terms are arrays beginning with
// their operator; every access names its symbol, its indices and its reader.
// `budget` may be null.
// `heading` writes members before those; it may be empty.
[[nodiscard]] std::string to_json(const Program& program, Budget* budget = nullptr, const std::function<void(JsonWriter&)>& heading = {});

}  // namespace parapet::ld
