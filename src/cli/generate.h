// What is installed beside the program and must not drift from it: made from the option table when Parapet is built.
#pragma once

#include <string>

namespace parapet::cli {

// In the man macros of troff.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

}  // namespace parapet::cli
