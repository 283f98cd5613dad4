// Turns exceptions into messages and exit codes, in one place.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "cli/exit_code.h"
#include "report/message.h"

namespace parapet::cli {

// Takes the message of an error, and says whether it keeps it: then nothing is printed.
using KeepMessage = std::function<bool(const report::Message& message)>;

[[nodiscard]] Exit guarded(const std::function<Exit()>& body, std::ostream& err, const KeepMessage& keep = {});

}  // namespace parapet::cli
