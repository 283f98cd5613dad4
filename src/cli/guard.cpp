// Errors of a run: exceptions to messages and exit codes, and the one document of a run whose format is not text, where an error leaves no
// result.
#include <exception>
#include <new>
#include <ostream>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/contract.h"
#include "base/file_output.h"
#include "base/narrow.h"
#include "base/printable.h"
#include "cli/console.h"
#include "cli/option_table.h"
#include "cli/options.h"
#include "frontend/frontend.h"
#include "report/run.h"
#include "smt/factory.h"

namespace parapet::cli {
namespace {

// Messages quote foreign text (file names, evidence, output of solvers): made printable and cut to a readable length.
std::string shown(std::string_view what) {
  constexpr std::size_t longest = 4000;
  return what.size() <= longest ? printable(what) : printable(what.substr(0, longest)) + "...";
}

// Where the message of an error goes.
class Complaint {
 public:
  Complaint(std::ostream& err, const KeepMessage& keep) : err_(err), keep_(keep) {}

  // `advice` is for people only.
  Exit fault_of_input(std::string_view what, std::string_view advice = {}) const {
    if (!kept(what)) err_ << "parapet: error: " << shown(what) << '\n' << advice;
    return Exit::BadInput;
  }

  Exit fault_of_input(const frontend::InputError& error) const {
    report::Message message{Severity::Error, shown(error.file), std::nullopt, {}, shown(error.message), {}};
    if (error.place) {
      const LineColumn at = error.place->at;
      const report::Position place{at.line, at.column, at.column, narrow<std::uint32_t>(error.place->offset)};
      message.range = {place, place};
    }
    if (!keep_ || !keep_(message)) err_ << "parapet: error: " << shown(error.what()) << '\n';
    return Exit::BadInput;
  }

  Exit limit(std::string_view what) const {
    if (!kept(what)) err_ << "parapet: " << what << '\n';
    return Exit::Unknown;
  }

  // Also printed if it is kept: a document may be read by nobody.
  Exit fault_of_parapet(std::string_view what) const {
    static_cast<void>(kept("internal error: " + std::string(what)));
    err_ << "parapet: internal error: " << shown(what) << "\nThis is a defect of Parapet " << version()
         << ", not of your model. Please report it with the model and the command line.\n";
    return Exit::Internal;
  }

 private:
  [[nodiscard]] bool kept(std::string_view what) const { return keep_ && keep_({Severity::Error, {}, std::nullopt, {}, shown(what), {}}); }

  std::ostream& err_;
  const KeepMessage& keep_;
};

}  // namespace

Exit guarded(const std::function<Exit()>& body, std::ostream& err, const KeepMessage& keep) {
  const Complaint complaint(err, keep);
  try {
    return body();
  } catch (const UsageError& error) {
    return complaint.fault_of_input(error.what(), "Try 'parapet --help'.\n");
  } catch (const frontend::InputError& error) {
    return complaint.fault_of_input(error);
  } catch (const smt::SolverError& error) {
    return complaint.fault_of_input(error.what());
  } catch (const OutputError& error) {
    return complaint.fault_of_input(error.what());
  } catch (const BudgetExhausted& reason) {
    return complaint.limit(reason.what());
  } catch (const std::bad_alloc&) {
    return complaint.limit("out of memory");
  } catch (const std::exception& error) {
    return complaint.fault_of_parapet(error.what());
  } catch (...) {
    return complaint.fault_of_parapet("an exception of unknown type");
  }
}

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
