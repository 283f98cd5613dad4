// The outcome of the pipeline as a report::Run: verdict, assumptions and statistics, as reports print them.
#pragma once

#include "cli/options.h"
#include "ld/program.h"
#include "report/run.h"
#include "verify/verify.h"

namespace parapet::cli {

[[nodiscard]] report::Run describe(const Options& options, const ld::Program& program, const verify::Outcome& outcome, double wall_seconds);

// A run that ended before there was a program.
[[nodiscard]] report::Run describe_unread(const Options& options, const std::string& reason);

}  // namespace parapet::cli
