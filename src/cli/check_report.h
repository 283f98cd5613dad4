// What `parapet check` says when the search is over.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "ld/memory_model.h"
#include "ld/program.h"
#include "report/run.h"
#include "report/search_tree.h"
#include "search/search.h"

namespace parapet::cli {

struct Finished {
  const SourceFile* file = nullptr;
  const ld::Program* program = nullptr;  // a trace leads to one of its unsafe formulas
  ld::MemoryModel model;
  std::string engine;
  search::Outcome outcome;
  bool for_invariants = false;           // those formulas are the user's invariants
  std::uint64_t assumed_invariants = 0;  // trusted, not proved
  std::uint64_t small_states = 0;        // explored in small instances, against a SAFE
  std::uint64_t small_processes = 0;     // of the largest instance of which they are all that can be reached
  double wall_seconds = 0;
  const report::SearchTree* tree = nullptr;  // of the search for the unsafe formulas; empty: not asked for
  std::string certificate;                   // JSON; empty: not asked for, or there is none
  std::vector<report::CrossCheck> cross_checks;
  OutputFailures failures;
};

// Notes how a cross-check went; one that is made several times is completed if it is each time.
void note(std::vector<report::CrossCheck>& all, report::CrossCheck check);

// Writes the files that were asked for and prints the verdict. Throws OutputError, after that, if a file could not be written.
[[nodiscard]] Exit report_check(const Options& options, Finished& finished, Console& console);

// A limit was reached before there was a program: UNKNOWN, with neither memory model nor engine.
[[nodiscard]] Exit report_unread(const Options& options, const std::string& reason, Console& console);

}  // namespace parapet::cli
