// What a run is asked to write: refused before anything is computed, and never at the cost of the result.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/options.h"

namespace parapet::cli {

// Throws UsageError if an output is the input (under whatever name), another output or inside one that is a folder, or if standard output
// is to be two documents; OutputError if an output cannot be written. Changes nothing.
void check_outputs(const Options& options);

// Throws UsageError if an output is `input`, a file that is read beside those of the command line.
void check_input(const Options& options, const std::string& input);

// Outputs that failed while a run reported: the result is printed all the same, and the failure comes after it.
class OutputFailures {
 public:
  // Runs `write`; what it cannot write, or has no time left for, is noted.
  void attempt(const std::function<void()>& write);
  // Throws OutputError with every reason, if there is one.
  void raise() const;

 private:
  std::vector<std::string> reasons_;
};

}  // namespace parapet::cli
