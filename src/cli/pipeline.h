// The command line as options of the pipeline (src/verify), and its rejections as messages.
#pragma once

#include <string>

#include "base/source.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "verify/verify.h"

namespace parapet::cli {

// The one of `--model`, or the default for the program.
[[nodiscard]] ld::MemoryModel memory_model(const Options& options, const ld::Program& program);

// `options.verify`, completed by what other options imply.
[[nodiscard]] verify::Options verify_options(const Options& options, const ld::Program& program);

// Searches with one engine while `observer`, and `-v`, look on: for commands about single nodes. Throws verify::Rejected, and UsageError
// with the text `of_one` if both engines were asked for.
[[nodiscard]] search::Verdict search_with_one_engine(const Options& options, const ld::Program& program, const std::string& of_one,
                                                     search::SearchObserver& observer, Console& console);

// Throws UsageError if an option asks for what the chosen engine does not have.
void require_options_of_engine(const Options& options, Engine engine);

// The message about a model that cannot be searched as asked.
Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console);

}  // namespace parapet::cli
