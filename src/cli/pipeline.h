// The command line as options of the pipeline (src/verify), and its rejections as messages.
#pragma once

#include "base/source.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "verify/engines.h"
#include "verify/verify.h"

namespace parapet::cli {

using verify::with_invariants_unsafe;

[[nodiscard]] ld::MemoryModel memory_model(const Options& options, const ld::Program& program);

// A proof is wanted: in a file, as an invariant, or to be checked.
[[nodiscard]] bool wants_certificate(const Options& options);

[[nodiscard]] verify::Options verify_options(const Options& options, const ld::Program& program);

// For commands that look at one search: translation, and the engine that searches. Throws verify::Rejected, and UsageError if both engines
// were asked for (`of_one` says why there can be only one).
struct OneEngine {
  std::unique_ptr<verify::Translation> translation;
  verify::Engine engine = verify::Engine::Timeline;
};
[[nodiscard]] OneEngine one_engine(const Options& options, const ld::Program& program, const std::string& of_one);
[[nodiscard]] verify::EngineRun run_engine(const Options& options, OneEngine& one, search::SearchObserver& observer);

// Throws UsageError if `--order smt` was asked for and the engine has no order of events.
void require_order_of_engine(const Options& options, verify::Engine engine);

// The message of a model that cannot be searched as asked.
Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console);

}  // namespace parapet::cli
