// Man page and shell completions, generated from the option table when Parapet is built, so that they cannot differ from the program.
#pragma once

#include <string>

namespace parapet::cli {

// In troff, with the man macros.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

}  // namespace parapet::cli
