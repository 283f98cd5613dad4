// Parts of Parapet that contradict each other, and executions that contradict the user: what is saved and printed then.
#pragma once

#include <filesystem>
#include <string>

#include "base/source.h"
#include "cli/console.h"
#include "verify/engines.h"
#include "verify/second_opinion.h"

namespace parapet::cli {

// Saves model, trace and proof of two engines that disagree in a new folder below `folder`: the message of an internal error, which names
// the files, or says why there are none.
[[nodiscard]] std::string saved_disagreement(const verify::Disagreement& disagreement, const ld::Program& program,
                                             const ld::MemoryModel& model, const SourceFile& file, const std::filesystem::path& folder);

// The execution of a small instance that reaches an unsafe state although the search says SAFE.
void print_contradiction(const verify::Contradiction& contradiction, const ld::Program& program, const ld::MemoryModel& model,
                         Console& console);

// A trusted invariant that does not hold, with the execution that violates it.
void warn_of_false_invariant(const ld::Program& program, const ld::MemoryModel& model, const Trace& trace, Console& console);

}  // namespace parapet::cli
