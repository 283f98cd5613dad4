#include "cli/commands.h"

#include <algorithm>

#include "base/contract.h"
#include "base/file_output.h"
#include "cli/check_report.h"
#include "cli/evidence.h"
#include "cli/generate.h"
#include "cli/help.h"
#include "cli/option_table.h"
#include "cli/outputs.h"
#include "cli/pipeline.h"
#include "cli/version.h"
#include "ld/memory_model.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {

bool is_silenced(const Options& options, const Diagnostic& diagnostic) {
  return !diagnostic.name.empty() &&
         std::ranges::find(options.report.silenced_warnings, diagnostic.name) != options.report.silenced_warnings.end();
}

void print_diagnostics(const Options& options, const std::vector<Diagnostic>& all, const SourceFile& file, Console& console) {
  Diagnostics shown;
  for (const Diagnostic& each : all) {
    if (!is_silenced(options, each)) shown.add(each);
  }
  console.tell(shown, file);
}

namespace {

using FileCommand = Exit (*)(const Options&, const frontend::Loaded&, Console&);

// Runs a command with `--dump-smt`.
Exit with_queries(const Options& options, const frontend::Loaded& loaded, Console& console, FileCommand command) {
  smt::DumpFolder queries(options.report.query_folder, options.report.query_choice);
  Options dumping = options;
  dumping.verify.solver.dump = &queries;
  const Exit code = command(dumping, loaded, console);
  if (code != Exit::Internal && !queries.failure().empty()) throw OutputError(queries.failure());
  return code;
}

Exit with_file(const Options& options, Console& console, FileCommand command) {
  const frontend::Loaded loaded = frontend::load(options.operand, options.limits.budget);
  if (const auto mistaken = evidence_as_model(options, loaded)) {
    console.tell(*mistaken, loaded.file);
    return Exit::BadInput;
  }
  print_diagnostics(options, loaded.diagnostics.all(), loaded.file, console);
  if (!loaded.program) return Exit::BadInput;
  try {
    return options.report.query_folder.empty() ? command(options, loaded, console) : with_queries(options, loaded, console, command);
  } catch (const verify::Rejected& rejected) {
    return print_rejected(rejected, loaded.file, console);
  }
}

// A limit that is reached while the file is read, or after the search, makes the verdict UNKNOWN.
Exit check_file(const Options& options, Console& console) {
  try {
    return with_file(options, console, options.all_models ? run_check_all : run_check);
  } catch (const BudgetExhausted& reason) {
    return report_unread(options, reason.what(), console);
  }
}

}  // namespace

Exit run_generate(const Options& options, Console& console) {
  if (options.operand == "man") {
    console.out << man_page();
  } else if (options.operand == "bash") {
    console.out << bash_completion();
  } else if (options.operand == "zsh") {
    console.out << zsh_completion();
  } else {
    throw UsageError("cannot generate '" + options.operand + "': one of " + std::string(row_of(Command::Generate).operand));
  }
  return Exit::Success;
}

Exit run_command(const Options& options, Console& console) {
  if (options.information == Information::Help) {
    console.out << (options.command_named ? command_help(options.command) : general_help());
    return Exit::Success;
  }
  if (options.information == Information::Version) {
    console.out << version_report();
    return Exit::Success;
  }
  check_outputs(options);
  if (!options.model_file.empty()) {
    const SourceFile file(options.model_file, frontend::read_text(options.model_file, options.limits.budget));
    Diagnostics messages;
    Options described = options;
    described.verify.model = ld::read_memory_model(file, messages);
    console.tell(messages, file);
    if (!described.verify.model) return Exit::BadInput;
    described.model_file.clear();
    return run_command(described, console);
  }
  switch (options.command) {
    case Command::Check:
      return check_file(options, console);
    case Command::Certify:
      return with_file(options, console, run_certify);
    case Command::Replay:
      return with_file(options, console, run_replay);
    case Command::Parse:
      return with_file(options, console, run_parse);
    case Command::Coverage:
      return with_file(options, console, run_coverage);
    case Command::Simulate:
      return with_file(options, console, run_simulate);
    case Command::Dump:
      return with_file(options, console, run_dump);
    case Command::Explain:
      return with_file(options, console, run_explain);
    case Command::Bench:
      return run_bench(options, console);
    case Command::Generate:
      return run_generate(options, console);
    case Command::Help:  // the parser asks for information instead
      break;
  }
  contract_failed("a command has a function", __FILE__, __LINE__);
}

}  // namespace parapet::cli
