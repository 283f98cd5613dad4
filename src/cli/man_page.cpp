#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/narrow.h"
#include "cli/exit_code.h"
#include "cli/generate.h"
#include "cli/option_table.h"
#include "cli/version.h"

namespace parapet::cli {
namespace {

// Text that troff prints literally: no requests, and dashes that can be copied to a terminal.
std::string escape(std::string_view text) {
  std::string result;
  if (!text.empty() && (text.front() == '.' || text.front() == '\'')) result += "\\&";
  for (const char c : text) {
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
  }
  return result;
}

void print_tag(std::ostream& out, const OptionRow& row) {
  out << ".TP\n";
  if (row.letter != 0) out << "\\fB\\-" << row.letter << "\\fR, ";
  out << "\\fB\\-\\-" << escape(row.name) << "\\fR";
  if (const std::string argument = argument_name(row); !argument.empty()) out << " \\fI" << escape(argument) << "\\fR";
  out << '\n';
}

// "check, dump"; empty for an option that every command accepts.
std::string commands_with(const OptionRow& row) {
  std::string result;
  bool all = true;
  for (const CommandRow& command : command_rows()) {
    if (command.visibility == Visibility::Hidden) continue;
    if (!row.commands.contains(command.command)) {
      all = false;
    } else {
      result += (result.empty() ? "" : ", ") + std::string(command.name);
    }
  }
  return all ? std::string() : result;
}

void print_commands(std::ostream& out) {
  out << ".SH COMMANDS\n";
  for (const CommandRow& row : command_rows()) {
    if (row.visibility == Visibility::Hidden) continue;
    out << ".TP\n\\fB" << row.name << "\\fR \\fI" << row.operand << "\\fR\n" << escape(row.summary) << '\n';
  }
}

void print_options(std::ostream& out) {
  out << ".SH OPTIONS\nLong names can be abbreviated if that is unambiguous. In brackets: the commands that accept the option, unless all "
         "do.\n";
  for (const Group group : groups()) {
    out << ".SS " << title(group) << '\n';
    for (const OptionRow& row : option_rows()) {
      if (row.group != group) continue;
      print_tag(out, row);
      out << escape(full_help(row));
      if (const std::string commands = commands_with(row); !commands.empty()) out << " [" << commands << ']';
      out << '\n';
    }
  }
}

void print_exit_status(std::ostream& out) {
  const auto print = [&out](const ExitRow& row) {
    out << ".TP\n\\fB" << number_of<int>(row.code) << "\\fR\n" << escape(row.meaning) << '\n';
  };
  out << ".SH EXIT STATUS\n";
  std::ranges::for_each(exit_rows, print);
  out << ".PP\nOf \\fBparapet bench\\fR:\n";
  std::ranges::for_each(bench_exit_rows, print);
}

}  // namespace

std::string man_page() {
  std::ostringstream out;
  out << ".TH PARAPET 1 \"\" \"Parapet " << version() << "\" \"User Commands\"\n"
      << ".SH NAME\nparapet \\- parameterized model checker for weak memory\n"
      << ".SH SYNOPSIS\n\\fBparapet\\fR \\fIFILE\\fR [options]\n.br\n\\fBparapet\\fR \\fICOMMAND\\fR \\fIFILE\\fR [options]\n"
      << ".SH DESCRIPTION\nParapet decides whether a concurrent algorithm, written as guarded commands over process\\-indexed arrays, can "
         "reach\n"
      << "an unsafe state, for every number of processes at once, under sequential consistency, TSO or PSO.\n"
      << "It searches backward from the unsafe states. UNSAFE is always replayed on the store\\-buffer machine; SAFE can be written as a\n"
      << "certificate and checked.\n.PP\n\\fIFILE\\fR is a .cub file, or \\- for standard input. Results go to standard output, everything "
         "else to "
         "standard error.\n";
  print_commands(out);
  print_options(out);
  print_exit_status(out);
  out << ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nif set and not empty, disables colours unless \\fB\\-\\-color\\fR asks for them\n"
      << ".SH EXAMPLES\n.TP\n\\fBparapet lock.cub\\fR\ncheck the model for every number of processes\n"
      << ".TP\n\\fBparapet lock.cub \\-\\-model sc \\-\\-timeout 2.5\\fR\ncheck it under sequential consistency, for at most 2.5 "
         "seconds\n"
      << ".TP\n\\fBparapet parse \\-\\-json \\- < lock.cub\\fR\nprint the program as JSON\n"
      << ".TP\n\\fBparapet lock.cub \\-\\-format sarif > lock.sarif\\fR\nwrite verdicts, counterexample and warnings for a code\\-scanning "
         "service\n"
      << ".TP\n\\fBparapet help certify\\fR\nlist the options of a command\n"
      << ".SH FILES\nWith the Debian package, documentation, examples and benchmark suites are in \\fI/usr/share/doc/parapet\\fR.\n";
  return out.str();
}

}  // namespace parapet::cli
