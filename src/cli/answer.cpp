#include "cli/answer.h"

#include "base/narrow.h"
#include "cli/option_table.h"
#include "cli/version.h"
#include "report/sarif.h"

namespace parapet::cli {

Format named_format(std::span<const std::string> arguments) {
  Format result = Format::Text;
  const auto take = [&](std::string_view value) {
    if (value == "json") result = Format::Json;
    if (value == "sarif") result = Format::Sarif;
    if (value == "text") result = Format::Text;
  };
  constexpr std::string_view name = "--format";
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string_view argument = arguments[k];
    if (argument == "--") break;
    if (argument == name && k + 1 < arguments.size()) take(arguments[k + 1]);
    if (argument.starts_with("--format=")) take(argument.substr(name.size() + 1));
  }
  return result;
}

Command named_command(std::span<const std::string> arguments) {
  for (const CommandRow& row : command_rows()) {
    if (!arguments.empty() && row.name == arguments.front()) return row.command;
  }
  return Command::Check;
}

void answer_without_result(const Options& options, Exit code, Console& console) {
  const std::string file = options.operand == "-" ? "<stdin>" : options.operand;
  if (console.format == Format::Sarif) {
    return console.answer(report::sarif({std::string(version()), file, nullptr, nullptr, console.messages, number_of<int>(code)}));
  }
  const report::Refusal refusal{std::string(version()), std::string(row_of(options.command).name), file, number_of<int>(code)};
  console.answer(report::diagnostics_json(refusal, console.messages));
}

}  // namespace parapet::cli
