// The one document of a run whose format is not text, where an error leaves no result.
#pragma once

#include <span>
#include <string>

#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/options.h"

namespace parapet::cli {

// The format that the arguments ask for, also if they have errors: the message about them is in that format.
[[nodiscard]] Format named_format(std::span<const std::string> arguments);
// The command that they name, in the same way.
[[nodiscard]] Command named_command(std::span<const std::string> arguments);

// Prints the messages of the run as its document.
void answer_without_result(const Options& options, Exit code, Console& console);

}  // namespace parapet::cli
