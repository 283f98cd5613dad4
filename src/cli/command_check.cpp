#include "base/contract.h"
#include "cli/commands.h"

namespace parapet::cli {

Exit run_check(const Options&, const frontend::Loaded&, Console&) { throw InternalError("check: the search is not built yet"); }

}  // namespace parapet::cli
