// Reports about contradictions: between the two engines, between the search and a small instance, between a trusted invariant and an
// execution.
#pragma once

#include <filesystem>
#include <string>

#include "base/source.h"
#include "cli/console.h"
#include "verify/engines.h"
#include "verify/second_opinion.h"

namespace parapet::cli {

// Saves the model, the trace and the certificate of two engines that disagree in a new folder below `folder`. Returns the message of the
// internal error, which names the files or says why there are none.
[[nodiscard]] std::string saved_disagreement(const verify::Disagreement& disagreement, const ld::Program& program,
                                             const ld::MemoryModel& model, const SourceFile& file, const std::filesystem::path& folder);

// Prints the execution of a small instance that reaches an unsafe state although the search says SAFE.
void print_contradiction(const verify::Contradiction& contradiction, const ld::Program& program, const ld::MemoryModel& model,
                         const SourceFile& file, Console& console);

// The warning about a trusted invariant that does not hold, and the execution that violates it.
[[nodiscard]] Diagnostic false_invariant(const ld::Program& program, const Trace& trace);
void print_violation(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, const SourceFile& file,
                     std::ostream& out);

}  // namespace parapet::cli
