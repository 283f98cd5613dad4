// What may help after UNKNOWN: two or three lines that depend on the reason. docs/soundness.md has the long form.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "ld/program.h"
#include "verify/verify.h"

namespace parapet::cli {

// Empty if the verdict is not UNKNOWN.
[[nodiscard]] std::vector<std::string> advice(const Options& options, const ld::Program& program, const verify::Outcome& outcome);

}  // namespace parapet::cli
