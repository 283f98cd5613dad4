// The files that a run is asked to write: checked before anything is computed, and never allowed to suppress the result.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/console.h"
#include "cli/options.h"

namespace parapet::cli {

// Throws UsageError if an output is an input (under whatever name), another output or inside an output folder, or if two documents would
// go to standard output; OutputError if an output cannot be written. Changes nothing.
void check_outputs(const Options& options);

// Throws UsageError if an output is `input`, a file that is read although the command line does not name it.
void check_input(const Options& options, const std::string& input);

// Where text for people goes: to standard error if an output is standard output, since that document would not end where it should.
[[nodiscard]] std::ostream& text_stream(const Options& options, const Console& console);

// Outputs that could not be written: the result is printed all the same, and the failures are reported after it.
class OutputFailures {
 public:
  // Runs `write` and keeps the reason if it fails or runs out of time.
  void attempt(const std::function<void()>& write);
  // Throws OutputError with all reasons, if there are any.
  void raise() const;

 private:
  std::vector<std::string> reasons_;
};

// Evidence that was asked for and does not exist: the run says so, and removes what an earlier run wrote under the same name, which would
// be taken for evidence of this one.

struct MissingEvidence {
  std::string_view option;  // without dashes
  std::string path;         // empty: it was not asked for
  std::string reason;       // "SAFE has no counterexample"
};

// Removes only what Parapet wrote for that option: a file of another kind is left alone. Throws OutputError if it cannot be removed.
void tell_missing(Console& console, const MissingEvidence& missing);

}  // namespace parapet::cli
