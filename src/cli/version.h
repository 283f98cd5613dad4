#pragma once

#include <string>
#include <string_view>

namespace parapet::cli {

[[nodiscard]] std::string_view version();
// One line for Parapet and one for each solver library, which are opened to ask them.
[[nodiscard]] std::string version_report();

}  // namespace parapet::cli
