// `--engine both`: the two engines check each other.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/source.h"
#include "cli/options.h"
#include "cli/search_run.h"

namespace parapet::cli {

// What one engine said, and what it rests on.
struct EngineRun {
  Engine engine = Engine::Timeline;
  search::Outcome outcome;
  std::string proof;  // of Safe: the certificate
};

// Runs both. The outcome is the timeline's if it decides, else the event engine's; statistics are those of both. Throws InternalError where
// one says SAFE and the other UNSAFE, after compare_engines.
[[nodiscard]] search::Outcome run_both(const Options& options, Translated& translated, const SourceFile& file,
                                       search::SearchObserver& observer);

// If one run is SAFE and the other UNSAFE: saves model, trace and proof in a new folder below `folder` and throws InternalError, which
// names the files.
void compare_engines(const EngineRun& first, const EngineRun& second, const le::System& system, const SourceFile& file,
                     const std::filesystem::path& folder);

// Counts add up; what is a maximum stays one.
void add_statistics(search::Outcome& total, const search::Outcome& other);

}  // namespace parapet::cli
