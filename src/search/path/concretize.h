// Concretization: from a path to a trace, a concrete execution of the store-buffer machine with exactly the processes of the path, if there
// is one.
#pragma once

#include <optional>

#include "ld/trace.h"
#include "cube/init_check.h"
#include "cube/path.h"

namespace parapet::search {

[[nodiscard]] std::optional<Trace> concretize(Context& context, InitCheck& init, const Path& path);

}  // namespace parapet::search
