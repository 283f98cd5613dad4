// The texts of `--help`, generated from the option table.
#pragma once

#include <string>

#include "cli/options.h"

namespace parapet::cli {

// `parapet --help`: the commands, and the options of `check`, the default.
[[nodiscard]] std::string general_help();
// `parapet COMMAND --help`.
[[nodiscard]] std::string command_help(Command command);

}  // namespace parapet::cli
