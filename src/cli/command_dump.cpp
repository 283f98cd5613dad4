#include "base/contract.h"
#include "cli/commands.h"
#include "ld/program.h"

namespace parapet::cli {

Exit run_dump(const Options& options, const frontend::Loaded& loaded, Console& console) {
  const bool nothing_named = !options.dump.ld && !options.dump.le && !options.dump.node;
  if (options.dump.ld || nothing_named) ld::print(console.out, *loaded.program);
  if (options.dump.le) throw InternalError("dump --le: the translation to events is not built yet");
  if (options.dump.node) throw InternalError("dump --node: the search is not built yet");
  return Exit::Success;
}

}  // namespace parapet::cli
