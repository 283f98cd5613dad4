// The texts of --help, the man page and --version, from the option table.
#include <algorithm>
#include <cstddef>
#include <span>
#include <sstream>
#include <string_view>

#include "base/narrow.h"
#include "cli/console.h"
#include "cli/option_table.h"
#include "smt/wrappers/factory.h"

namespace parapet::cli {
namespace {

constexpr std::size_t page_width = 80;
constexpr std::size_t help_column = 27;
constexpr std::size_t exit_column = 5;

// "  -j, --jobs N"; options without a letter line up with those that have one.
std::string left_side(const OptionRow& row) {
  std::string result = row.letter != 0 ? std::string("  -") + row.letter + ", --" : std::string("      --");
  result += row.name;
  const std::string argument = argument_name(row);
  return argument.empty() ? result : result + ' ' + argument;
}

// Two columns, the right one broken between words; a left side that is too long gets a line of its own.
void print_columns(std::ostream& out, const std::string& left, std::string_view right, std::size_t right_column = help_column) {
  const std::string indent(right_column, ' ');
  out << left;
  std::size_t column = left.size();
  if (column != 0 && column + 2 > right_column) {
    out << '\n' << indent;
  } else {
    out << std::string(right_column - column, ' ');
  }
  column = right_column;
  std::istringstream words{std::string(right)};
  for (std::string word; words >> word;) {
    const bool first = column == right_column;
    if (!first && column + 1 + word.size() > page_width) {
      out << '\n' << indent << word;
      column = right_column + word.size();
    } else {
      out << (first ? "" : " ") << word;
      column += word.size() + (first ? 0 : 1);
    }
  }
  out << '\n';
}

void print_options(std::ostream& out, Command command) {
  for (const Group group : groups()) {
    const auto rows = options_of(command, group);
    if (rows.empty()) continue;
    out << '\n' << title(group) << ":\n";
    for (const OptionRow* row : rows) print_columns(out, left_side(*row), full_help(*row));
  }
}

void print_exit_codes(std::ostream& out, std::span<const ExitRow> rows) {
  out << "\nExit codes:\n";
  for (const ExitRow& row : rows) print_columns(out, "  " + std::to_string(number_of<int>(row.code)), row.meaning, exit_column);
}

}  // namespace

std::string general_help() {
  std::ostringstream out;
  out << "Parapet proves concurrent algorithms safe for every number of processes, under\nsequential consistency, TSO or PSO, or shows how "
         "they "
         "fail.\n\n"
         "Usage: parapet FILE [options]\n       parapet COMMAND FILE [options]\n\nFILE is a .cub file, or - for standard "
         "input.\n\nCommands:\n";
  for (const CommandRow& row : command_rows()) {
    if (row.visibility == Visibility::Shown) print_columns(out, "  " + std::string(row.name), row.summary);
  }
  out << "\n'parapet help COMMAND' lists the options of a command; those of 'check' are:\n";
  print_options(out, Command::Check);
  print_exit_codes(out, exit_rows);
  return out.str();
}

std::string command_help(Command command) {
  const CommandRow& row = row_of(command);
  std::ostringstream out;
  out << "Usage: parapet " << row.name << ' ' << row.operand << (options_of(command).empty() ? "\n\n" : " [options]\n\n");
  print_columns(out, "", row.summary, 0);
  print_options(out, command);
  if (command == Command::Check) print_exit_codes(out, exit_rows);
  if (command == Command::Bench) print_exit_codes(out, bench_exit_rows);
  return out.str();
}

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

std::string_view version() { return PARAPET_VERSION; }

std::string version_report() {
  return "parapet " + std::string(version()) + "\nz3 " + smt::z3_version() + "\ncvc5 " + smt::cvc5_version() + "\n";
}

}  // namespace parapet::cli
