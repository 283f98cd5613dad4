#include "cli/commands.h"

#include <algorithm>

#include "base/contract.h"
#include "base/diagnostics.h"
#include "base/file_output.h"
#include "cli/check_report.h"
#include "cli/console.h"
#include "cli/evidence_files.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "frontend/frontend.h"
#include "ld/atomicity.h"
#include "ld/json.h"
#include "ld/model_file.h"
#include "search/observers.h"
#include "smt/wrappers/dump.h"
#include "verify/engines.h"

namespace parapet::cli {

ld::MemoryModel memory_model(const Options& options, const ld::Program& program) {
  return options.verify.model ? *options.verify.model : verify::default_memory_model(program);
}

verify::Options verify_options(const Options& options, const ld::Program& program) {
  verify::Options result = options.verify;
  result.model = memory_model(options, program);
  result.search.orders.compare = options.verify.solver.cross_check;
  result.certificate = result.paranoid || !options.report.certificate_file.empty() || !options.report.invariant_folder.empty();
  result.states_only = !options.report.invariant_folder.empty();
  result.budget = options.limits.budget;
  result.every_property = true;
  return result;
}

Verdict search_with_one_engine(const Options& options, const ld::Program& program, search::SearchObserver& observer, Console& console) {
  verify::Options how = verify_options(options, program);
  how.search.infer = search::Infer::Off;  // the nodes of a search are asked about
  const auto translation = verify::translate(program, *how.model, how.translate, how.budget);
  const Engine engine = verify::accepted_engine(how.engine, *translation);
  require_options_of_engine(options, engine);
  Verbose verbose(console.err, options.report.verbosity);
  search::Observers observers;
  observers.add(observer);
  if (options.report.verbosity > 0) observers.add(verbose);
  search::Outcome outcome = verify::run_engine(engine, *translation, how, &observers).outcome;
  console.keep(std::move(outcome.remains));
  return std::move(outcome.verdict);
}

void require_options_of_engine(const Options& options, Engine engine) {
  if (engine == Engine::Timeline && options.verify.search.orders.by == search::EventOrder::Smt)
    throw UsageError("'--order smt' needs the event engine: add '--engine ghb'");
  if (engine == Engine::Ghb && !options.report.invariant_folder.empty())
    throw UsageError(
        "'--export-invariant' needs the timeline engine: the cubes of the event engine (ghb) are not sets of states; '--certificate' "
        "writes the proof of either engine");
}

namespace {

// What options ask of each other, as far as the program has no part in it: said before it is read. The default of the memory model never
// has a store buffer per location, and Auto becomes an engine only with the program.
void require_consistent(const Options& options) {
  const bool of_nodes = options.command == Command::Explain || (options.command == Command::Dump && options.dump.node);
  if (options.command != Command::Check && !of_nodes) return;
  if (of_nodes && options.verify.engine == Engine::Both)
    throw UsageError("a node belongs to the search of one engine: choose '--engine timeline' or '--engine ghb'");
  if (options.verify.model && options.verify.model->writes_apart()) {
    if (options.verify.search.orders.by == search::EventOrder::Smt)
      throw UsageError("'--order smt' decides the order of events where the writes of a location follow the order of firings: not under " +
                       std::string(options.verify.model->name));
    if (!options.report.invariant_folder.empty())
      throw UsageError("'--export-invariant' has no files for a store buffer per location yet: '--certificate' writes the proof");
  }
  require_options_of_engine(options, options.verify.engine);
}

}  // namespace

Exit print_rejected(const verify::Rejected& rejected, const SourceFile& file, Console& console) {
  Diagnostics diagnostics;
  diagnostics.error(rejected.range, rejected.what(), rejected.hint);
  console.tell(diagnostics, file);
  return Exit::BadInput;
}

ld::StateFormula state_formula(const SourceFile& model, const std::string& formula, std::string_view option, Console& console) {
  Diagnostics diagnostics;
  auto result = frontend::read_formula(model, formula, diagnostics);
  if (result) return std::move(*result);
  console.tell(diagnostics, SourceFile(std::string(option), formula));
  throw UsageError("the formula of '" + std::string(option) + "' is not one about a state of the model");
}

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
    return with_file(options, console, run_check);
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

Exit run_command(Options& options, Console& console) {
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
    options.verify.model = ld::read_memory_model(file, messages);
    console.tell(messages, file);
    if (!options.verify.model) return Exit::BadInput;
  }
  require_consistent(options);
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
