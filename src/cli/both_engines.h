// `--engine both`: the two engines check each other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source.h"
#include "cli/options.h"
#include "cli/search_run.h"
#include "report/run.h"

namespace parapet::cli {

// What one engine said, and what it rests on.
struct EngineRun {
  Engine engine = Engine::Timeline;
  search::Outcome outcome;
  std::string proof;  // of Safe: the certificate
};

struct BothEngines {
  search::Outcome outcome;   // the timeline's if it decides, else the event engine's; statistics are those of both
  report::CrossCheck check;  // completed if both decide
};

// Runs both. Throws InternalError where one says SAFE and the other UNSAFE, after compare_engines.
[[nodiscard]] BothEngines run_both(const Options& options, Translated& translated, const SourceFile& file,
                                   search::SearchObserver& observer);

// Whether the engines checked each other, and if not, which of them gave no verdict and why.
[[nodiscard]] report::CrossCheck cross_check_of(const EngineRun& first, const EngineRun& second);

// If one run is SAFE and the other UNSAFE: saves model, trace and proof in a new folder below `folder` and throws InternalError, which
// names the files, or says why there are none.
void compare_engines(const EngineRun& first, const EngineRun& second, const le::System& system, const SourceFile& file,
                     const std::filesystem::path& folder);

// Counts add up; what is a maximum stays one.
void add_statistics(search::Outcome& total, const search::Outcome& other);

}  // namespace parapet::cli
