// The files that `parapet check` writes and the result that it prints when the search is over.
#pragma once

#include <string>
#include <vector>

#include "base/source.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "ld/program.h"
#include "report/query_index.h"
#include "report/search_tree.h"
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

}  // namespace parapet::cli
