#include "cli/commands.h"
#include "ld/atomicity.h"
#include "ld/json.h"

namespace parapet::cli {

Exit run_parse(const Options& options, const frontend::Loaded& loaded, Console& console) {
  if (options.report.format == Format::Json) {
    console.out << ld::to_json(*loaded.program, options.limits.budget);
  } else {
    ld::print_with_remarks(console.out, *loaded.program, options.limits.budget);
  }
  return Exit::Success;
}

}  // namespace parapet::cli
