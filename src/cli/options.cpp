// From the table to values, in three steps: boost::program_options splits the arguments into options and operands (abbreviations, `-j4`,
// `--x=y`, `--`), each argument is checked against its row, and the row stores it.
#include "cli/options.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <charconv>
#include <cmath>
#include <string_view>
#include <system_error>

#include "base/contract.h"
#include "base/spelling.h"
#include "cli/option_table.h"
#include "smt/wrappers/dump.h"

namespace parapet::cli {
namespace {

namespace po = boost::program_options;

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

// "; did you mean '--model'?", or nothing.
std::string did_you_mean(std::string_view suggestion, std::string_view before = {}) {
  return suggestion.empty() ? std::string() : "; did you mean " + in_quotes(std::string(before) + std::string(suggestion)) + "?";
}

// Whether an argument can be this option, if need be abbreviated. Each option of a description costs a dozen allocations, and a command has
// dozens of options.
bool may_be_meant(const OptionRow& row, const std::vector<std::string>& arguments) {
  if (row.letter != 0) return true;
  return std::ranges::any_of(arguments, [&](std::string_view argument) {
    return argument.starts_with("--") && row.name.starts_with(argument.substr(2, argument.find('=') - 2));
  });
}

po::options_description describe(Command command, const std::vector<std::string>& arguments) {
  po::options_description description;
  for (const OptionRow* row : options_of(command)) {
    if (!may_be_meant(*row, arguments)) continue;
    const std::string name = std::string(row->name) + (row->letter != 0 ? std::string(",") + row->letter : std::string());
    const bool takes_nothing = row->kind == Kind::Flag;
    description.add_options()(name.c_str(), new po::untyped_value(takes_nothing), "");  // which owns it
  }
  return description;
}

std::string unknown_option(const std::string& written, Command command) {
  const std::size_t dashes = std::min(written.find_first_not_of('-'), written.size());
  const std::string name = written.substr(dashes, written.find('=') - dashes);
  std::vector<std::string_view> known;
  for (const OptionRow* row : options_of(command)) known.push_back(row->name);
  if (std::ranges::find(known, name) != known.end()) return "unknown option " + in_quotes(written) + did_you_mean(name, "--");
  for (const OptionRow& row : option_rows()) {
    if (row.name == name) return "the command " + in_quotes(row_of(command).name) + " has no option " + in_quotes("--" + name);
  }
  return "unknown option " + in_quotes(written) + did_you_mean(nearest(name, known), "--");
}

std::string ambiguous_option(const po::ambiguous_option& error) {
  std::vector<std::string> names = error.alternatives();
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::string list;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k > 0) list += k + 1 == names.size() ? " or " : ", ";
    list += "'--" + names[k] + "'";
  }
  return "ambiguous option " + in_quotes(error.get_option_name()) + "; did you mean " + list + "?";
}

// Commands may have different options of one name.
const OptionRow& option_named(Command command, std::string_view name) {
  const auto rows = options_of(command);
  const auto row = std::ranges::find(rows, name, &OptionRow::name);
  PARAPET_CHECK(row != rows.end(), "an option that was parsed has a row");
  return **row;
}

std::string bad_syntax(Command command, const po::invalid_command_line_syntax& error) {
  std::string name = error.get_option_name();
  name.erase(0, name.find_first_not_of('-'));
  const auto rows = options_of(command);
  const auto found =
      std::ranges::find_if(rows, [&](const OptionRow* r) { return r->name == name || (name.size() == 1 && r->letter == name[0]); });
  if (found == rows.end()) return error.what();
  const OptionRow& row = **found;
  const std::string option = "option " + in_quotes("--" + std::string(row.name));
  return row.kind == Kind::Flag ? option + " takes no argument" : option + " needs an argument: " + argument_name(row);
}

std::vector<po::option> split(Command command, const std::vector<std::string>& arguments) {
  const po::options_description description = describe(command, arguments);
  try {
    return po::command_line_parser(arguments).options(description).run().options;
  } catch (const po::unknown_option& error) {
    throw UsageError(unknown_option(error.get_option_name(), command));
  } catch (const po::ambiguous_option& error) {
    throw UsageError(ambiguous_option(error));
  } catch (const po::invalid_command_line_syntax& error) {
    throw UsageError(bad_syntax(command, error));
  } catch (const po::error& error) {
    throw UsageError(error.what());
  }
}

[[noreturn]] void bad_value(const OptionRow& row, std::string_view text, const std::string& expected) {
  throw UsageError("bad value " + in_quotes(text) + " for '--" + std::string(row.name) + "': " + expected);
}

std::uint64_t read_number(const OptionRow& row, std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error != std::errc::invalid_argument && end == text.data() + text.size();
  if (!whole) bad_value(row, text, "not a whole number");
  if (error == std::errc::result_out_of_range || number > row.most) bad_value(row, text, "at most " + std::to_string(row.most));
  if (number < row.least) bad_value(row, text, "at least " + std::to_string(row.least));
  return number;
}

// Rounded up, so that the smallest positive time does not become 0, no limit.
std::chrono::milliseconds read_seconds(const OptionRow& row, std::string_view text) {
  constexpr double longest = 1e9;
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(seconds)) bad_value(row, text, "not a number of seconds");
  if (seconds < 0 || seconds > longest) bad_value(row, text, "between 0 and 1000000000 seconds");
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * 1000)));
}

bool selects(std::string_view text, const Choice& choice) {
  const std::size_t colon = choice.name.find(':');
  if (colon == std::string_view::npos) return text == choice.name;
  return text.size() > colon + 1 && text.substr(0, colon + 1) == choice.name.substr(0, colon + 1);
}

unsigned read_choice(const OptionRow& row, std::string_view text) {
  const auto chosen = std::ranges::find_if(row.choices, [&](const Choice& each) { return selects(text, each); });
  if (chosen == row.choices.end()) {
    bad_value(row, text, "one of " + choice_list(row) + did_you_mean(nearest(text, choice_names(row))));
  }
  return chosen->value;
}

Argument read_argument(const OptionRow& row, const std::vector<std::string>& values) {
  Argument result;
  if (row.kind == Kind::Flag) return result;
  PARAPET_CHECK(values.size() == 1, "an option that takes an argument has one");
  result.text = values.front();
  if (result.text.empty()) bad_value(row, result.text, "empty");
  switch (row.kind) {
    case Kind::Number:
      result.number = read_number(row, result.text);
      break;
    case Kind::Seconds:
      result.time = read_seconds(row, result.text);
      break;
    case Kind::Choice:
      result.choice = read_choice(row, result.text);
      break;
    case Kind::ChoiceOrFile:
      result.choice = result.text.find_first_of("./") == std::string::npos ? read_choice(row, result.text) : Argument::file;
      break;
    case Kind::Flag:
    case Kind::Text:
    case Kind::File:
    case Kind::Folder:
      break;
  }
  return result;
}

// If an option is given twice, the last one counts.
void note_output(Options& options, const OptionRow& row, const Argument& argument) {
  std::erase_if(options.outputs, [&](const OutputOption& each) { return each.option == row.name; });
  const bool one_file = row.name == "dump-smt" && smt::is_query_file(argument.text);
  options.outputs.push_back({row.name, argument.text, row.kind == Kind::Folder && !one_file});
}

std::optional<Command> command_named(std::string_view name) {
  for (const CommandRow& row : command_rows()) {
    if (row.name == name) return row.command;
  }
  return std::nullopt;
}

std::vector<std::string_view> shown_command_names() {
  std::vector<std::string_view> names;
  for (const CommandRow& row : command_rows()) {
    if (row.visibility == Visibility::Shown) names.push_back(row.name);
  }
  return names;
}

// `parapet help`, `parapet help COMMAND`; the latter is the same as `parapet COMMAND --help`.
Options help_about(std::span<const std::string> operands) {
  Options options;
  options.information = Information::Help;
  if (operands.empty()) return options;
  options.command_named = true;
  options.command = Command::Help;
  if (operands.front() == "--help" || operands.front() == "-h") return options;
  if (operands.size() > 1) throw UsageError("unexpected operand " + in_quotes(operands[1]) + ": the command takes one COMMAND");
  const auto command = command_named(operands.front());
  if (!command)
    throw UsageError("unknown command " + in_quotes(operands.front()) + did_you_mean(nearest(operands.front(), shown_command_names())));
  options.command = *command;
  return options;
}

std::string too_many_operands(const Options& options, const std::string& extra) {
  const std::string_view meant = options.command_named ? std::string_view() : nearest(options.operand, shown_command_names());
  return !meant.empty() ? "unknown command " + in_quotes(options.operand) + did_you_mean(meant)
                        : "unexpected operand " + in_quotes(extra) + ": the command takes " + std::string(row_of(options.command).operand);
}

// "CERT FILE" are two operands, the first of which is evidence.
std::optional<std::string> evidence_name(Command command) {
  const std::string_view operand = row_of(command).operand;
  const std::size_t blank = operand.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  return std::string(operand.substr(0, blank));
}

// One run per memory model: what is written or shown of one search has no place for several.
void check_all_models(const Options& options) {
  if (options.command != Command::Check) throw UsageError("'--model all' is for 'check': name one memory model");
  const ReportOptions& report = options.report;
  const bool writes = !options.outputs.empty() || report.format != Format::Text || report.show_invariant || report.statistics;
  if (writes) throw UsageError("'--model all' prints a line for each memory model and nothing else: name one memory model for more");
}

void check_together(const Options& options) {
  if (options.operand.empty()) {
    const std::string_view names = row_of(options.command).operand;
    throw UsageError("no " + std::string(options.evidence.empty() ? names : names.substr(names.find(' ') + 1)) + " given");
  }
  if (options.all_models) check_all_models(options);
  if (options.report.quiet && options.report.verbosity > 0) throw UsageError("'--quiet' and '--verbose' exclude each other");
  if (!options.report.query_choice.empty() && options.report.query_folder.empty()) {
    throw UsageError("'--dump-only' selects among the queries that '--dump-smt' writes: add '--dump-smt DIR'");
  }
  if (options.dump.format != NotationFormat::Text && !options.dump.le)
    throw UsageError("'--format smt2' and '--format latex' are for the formulas of '--le': add '--le'");
  if (options.certify.solver_proofs && options.certify.proof_folder.empty())
    throw UsageError("'--proofs' is about the files of '--smt': add '--smt DIR'");
  if (options.dump.query && !options.report.query_folder.empty())
    throw UsageError("'--query' prints one of the decisions that '--dump-smt' writes: choose one of the two");
  if (options.bench.resume && options.bench.results_file.empty())
    throw UsageError("'--resume' continues the file of '--results': add '--results FILE'");
  if (options.bench.results_file == "-") throw UsageError("'--results' is rewritten while results arrive: name a file");
  if (options.evidence == "-" && options.operand == "-")
    throw UsageError("standard input cannot be both of " + std::string(row_of(options.command).operand));
  if (options.bench.mode != BenchMode::Compare) return;
  if (options.operands.size() != 2) throw UsageError("'--compare' takes two result files");
  if (options.bench.table == bench::TableFormat::Junit) throw UsageError("'--compare' has no JUnit output: it is about one run");
  if (options.bench.table == bench::TableFormat::Json) throw UsageError("'--compare' has no JSON output: its operands are JSON already");
}

}  // namespace

Options parse_arguments(std::span<const std::string> arguments) {
  Options options;
  if (!arguments.empty()) {
    if (const auto command = command_named(arguments.front())) {
      if (*command == Command::Help) return help_about(arguments.subspan(1));
      options.command = *command;
      options.command_named = true;
      arguments = arguments.subspan(1);
    }
  }
  for (const po::option& option : split(options.command, {arguments.begin(), arguments.end()})) {
    if (option.position_key < 0) {
      const OptionRow& row = option_named(options.command, option.string_key);
      const Argument argument = read_argument(row, option.value);
      row.store(options, argument);
      if (row.kind == Kind::File || row.kind == Kind::Folder) note_output(options, row, argument);
      continue;
    }
    for (const std::string& value : option.value) {
      if (value.empty()) throw UsageError("an operand is empty");
      if (options.evidence.empty() && evidence_name(options.command)) {
        options.evidence = value;
        continue;
      }
      if (!options.operand.empty() && !row_of(options.command).several) throw UsageError(too_many_operands(options, value));
      if (options.operand.empty()) options.operand = value;
      options.operands.push_back(value);
    }
  }
  if (options.information == Information::None) check_together(options);
  return options;
}

}  // namespace parapet::cli
