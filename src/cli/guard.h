// Turns exceptions into messages and exit codes, in one place.
#pragma once

#include <functional>
#include <iosfwd>

#include "cli/exit_code.h"

namespace parapet::cli {

[[nodiscard]] Exit guarded(const std::function<Exit()>& body, std::ostream& err);

}  // namespace parapet::cli
