#include "cli/commands.h"
#include "cli/version.h"
#include "ld/program.h"
#include "ld/text.h"

namespace parapet::cli {

Exit run_parse(const Options& options, const frontend::Loaded& loaded, Console& console) {
  if (options.report.format == Format::Json) {
    console.answer(ld::to_json(*loaded.program, options.limits.budget, [&](JsonWriter& json) {
      json.member("format", "parapet-program");
      json.member("format_version", 1);
      json.member("parapet", version());
      json.member("file", options.operand);
      report::write_messages(json, console.messages);
    }));
  } else {
    ld::print_with_remarks(console.out, *loaded.program, options.limits.budget);
  }
  return Exit::Success;
}

}  // namespace parapet::cli
