// What `parapet check` says when the search is over.
#pragma once

#include <string>

#include "base/source.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "ld/program.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "verify/verify.h"

namespace parapet::cli {

struct Finished {
  const SourceFile& file;
  const ld::Program& program;
  verify::Outcome outcome;
  ld::Program invariants_unsafe;  // set by report_check: what a trace to a violated invariant is of
  double wall_seconds = 0;
  const report::SearchTree& tree;  // of the search for the unsafe formulas; empty: not asked for
  OutputFailures failures;
};

// Writes the files that were asked for and prints the verdict. Throws OutputError, after that, if a file could not be written.
[[nodiscard]] Exit report_check(const Options& options, Finished& finished, Console& console);

// A limit was reached before there was a program: UNKNOWN, with neither memory model nor engine.
[[nodiscard]] Exit report_unread(const Options& options, const std::string& reason, Console& console);

}  // namespace parapet::cli
