// What `--show-spurious` prints after UNKNOWN.
#pragma once

#include "cli/console.h"
#include "cli/options.h"
#include "ld/program.h"
#include "report/search_tree.h"

namespace parapet::cli {

// The path to an initial state that could not be executed with exactly its processes. If the search met none, an execution to an unsafe
// state in which processes vanish (search/guess/vanishing.h): what universal guards mean backward.
void print_spurious(const Options& options, const ld::Program& program, const report::SearchTree& tree, Console& console);

}  // namespace parapet::cli
