#include "base/contract.h"
#include "cli/commands.h"
#include "ld/program.h"

namespace parapet::cli {

Exit run_parse(const Options& options, const frontend::Loaded& loaded, Console& console) {
  if (options.report.format == Format::Json) {
    throw InternalError("parse --json: not built yet");
  } else {
    ld::print(console.out, *loaded.program);
  }
  return Exit::Success;
}

}  // namespace parapet::cli
