// The one table of commands and options. The parser, --help, the man page and the shell completions are generated from it.
//
// A new option is one row in option_table.cpp and, for its value, one field in options.h.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/narrow.h"
#include "cli/options.h"

namespace parapet::cli {

enum class Visibility : std::uint8_t { Shown, Hidden };

struct CommandRow {
  Command command;
  std::string_view name;
  std::string_view operand;  // as in the synopsis; two names: the first is evidence, the second the model it is about
  std::string_view summary;
  Visibility visibility = Visibility::Shown;
  bool several = false;  // operands
};

class CommandSet {
 public:
  constexpr CommandSet(std::initializer_list<Command> commands) {
    for (const Command command : commands) bits_ |= bit(command);
  }
  [[nodiscard]] constexpr bool contains(Command command) const { return (bits_ & bit(command)) != 0; }

 private:
  static constexpr unsigned bit(Command command) { return 1U << number_of<unsigned>(command); }
  unsigned bits_ = 0;
};

enum class Kind : std::uint8_t {
  Flag,     // no argument
  Number,   // whole, between `least` and `most`
  Seconds,  // decimal, to the millisecond
  Text,
  File,
  Folder,
  Choice,        // one of `choices`
  ChoiceOrFile,  // one of `choices`, or a file *.model to be read
};

struct Choice {
  std::string_view name;  // up to a ':', which any text may follow
  unsigned value = 0;
};

// An argument that fits its row; only the field for the kind of the row is set.
struct Argument {
  std::string text;
  std::uint64_t number = 0;
  std::chrono::milliseconds time{0};
  static constexpr unsigned file = UINT32_MAX;
  unsigned choice = 0;  // of a file: `file`

  template <class Enum>
  [[nodiscard]] Enum as() const {
    return static_cast<Enum>(choice);
  }
};

enum class Group : std::uint8_t { General, Model, Search, Limits, Solver, Output, Dump, Bench, Debug };

struct OptionRow {
  CommandSet commands;
  std::string_view name;      // without dashes
  char letter;                // 0: none
  std::string_view argument;  // what the argument is called; for a choice empty: the choices themselves
  Kind kind;
  std::span<const Choice> choices;
  std::string_view standard;  // the default, as text; empty: none is shown
  Group group;
  std::string_view help;
  void (*store)(Options& options, const Argument& argument);
  bool repeatable = false;
  std::uint64_t least = 0;
  std::uint64_t most = UINT32_MAX;
};

[[nodiscard]] std::span<const CommandRow> command_rows();
[[nodiscard]] std::span<const OptionRow> option_rows();
[[nodiscard]] std::span<const Group> groups();
[[nodiscard]] std::string_view title(Group group);

[[nodiscard]] const CommandRow& row_of(Command command);
[[nodiscard]] std::vector<const OptionRow*> options_of(Command command);
[[nodiscard]] std::vector<const OptionRow*> options_of(Command command, Group group);
[[nodiscard]] std::vector<std::string_view> choice_names(const OptionRow& row);
// "sc|tso"
[[nodiscard]] std::string choice_list(const OptionRow& row);
// "sc|tso", "N"; empty for a flag.
[[nodiscard]] std::string argument_name(const OptionRow& row);
// The help text, with the default.
[[nodiscard]] std::string full_help(const OptionRow& row);

// The texts of `--help`.

// `parapet --help`: the commands, and the options of `check`, the default.
[[nodiscard]] std::string general_help();
// `parapet COMMAND --help`.
[[nodiscard]] std::string command_help(Command command);

// What `parapet generate man|bash|zsh` prints when Parapet is built, so that it cannot differ from the program.

// In troff, with the man macros.
[[nodiscard]] std::string man_page();
[[nodiscard]] std::string bash_completion();
[[nodiscard]] std::string zsh_completion();

}  // namespace parapet::cli
