// Evidence that was asked for and does not exist: the run says so, and removes what an earlier run wrote under the same name, which would
// be taken for evidence of this one.
#pragma once

#include <string>
#include <string_view>

#include "cli/console.h"

namespace parapet::cli {

struct MissingEvidence {
  std::string_view option;  // without dashes
  std::string path;         // empty: it was not asked for
  std::string reason;       // "SAFE has no counterexample"
};

// Removes only what Parapet wrote for that option: a file of another kind is left alone. Throws OutputError if it cannot be removed.
void tell_missing(Console& console, const MissingEvidence& missing);

}  // namespace parapet::cli
