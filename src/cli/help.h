// Help for people at a terminal, made from the option table.
#pragma once

#include <string>

#include "cli/options.h"

namespace parapet::cli {

// `parapet --help`: the commands, and the options of the one that is run where none is named.
[[nodiscard]] std::string general_help();
// `parapet COMMAND --help`.
[[nodiscard]] std::string command_help(Command command);

}  // namespace parapet::cli
