// Turns exceptions into messages and exit codes, in one place.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "cli/exit_code.h"

namespace parapet::cli {

// Takes the message of an error, and says whether it keeps it: then nothing is printed.
using KeepMessage = std::function<bool(const std::string& text)>;

[[nodiscard]] Exit guarded(const std::function<Exit()>& body, std::ostream& err, const KeepMessage& keep = {});

}  // namespace parapet::cli
