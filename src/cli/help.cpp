#include "cli/help.h"

#include <cstddef>
#include <span>
#include <sstream>
#include <string_view>

#include "base/narrow.h"
#include "cli/exit_code.h"
#include "cli/option_table.h"

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

}  // namespace parapet::cli
