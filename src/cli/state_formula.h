// Formulas about states that options give (`--expect-stuck`, `--find`).
#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "cli/console.h"
#include "ld/program.h"

namespace parapet::cli {

// Prints what is wrong with the formula, and throws UsageError.
[[nodiscard]] ld::StateFormula state_formula(const SourceFile& model, const std::string& formula, std::string_view option,
                                             Console& console);

}  // namespace parapet::cli
