// What `parapet check` says when the search is over: the files that it writes, the result, advice after UNKNOWN, contradictions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "cli/console.h"
#include "cli/options.h"
#include "ld/program.h"
#include "report/html.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "verify/cross_checks.h"
#include "verify/engines.h"
#include "verify/verify.h"

namespace parapet::cli {

struct Finished {
  const SourceFile& file;
  const ld::Program& program;
  const verify::Outcome& outcome;
  const report::SearchTree& tree;                // of the search for the unsafe formulas; empty unless an output shows it
  const std::vector<report::QueryRow>& queries;  // the decisions written, for an index of them; empty unless one is wanted
  double wall_seconds = 0;
  std::vector<Diagnostic> warnings;  // about the model, also suppressed ones
};

// The warnings among the messages that are not silenced.
[[nodiscard]] std::vector<report::Warning> warnings_of(const Options& options, const SourceFile& file,
                                                       const std::vector<Diagnostic>& messages);

// Writes the files that were asked for, then prints the verdict. A file that cannot be written does not suppress the verdict: OutputError
// is thrown after it.
[[nodiscard]] Exit report_check(const Options& options, const Finished& finished, Console& console);

// The verdict UNKNOWN, without memory model and engine, if a limit was reached before the model was read.
[[nodiscard]] Exit report_unread(const Options& options, const std::string& reason, Console& console);

[[nodiscard]] report::Run describe(const Options& options, const ld::Program& program, const verify::Outcome& outcome, double wall_seconds);

// A run that ended before there was a program.
[[nodiscard]] report::Run describe_unread(const Options& options, const std::string& reason);

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
