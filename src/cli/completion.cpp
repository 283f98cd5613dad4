// What `parapet generate bash|zsh` prints: completion of commands, options and their values, from the table of options.
#include <algorithm>
#include <sstream>
#include <string_view>
#include <vector>

#include "cli/option_table.h"

namespace parapet::cli {
namespace {

std::vector<const CommandRow*> shown_commands() {
  std::vector<const CommandRow*> result;
  for (const CommandRow& row : command_rows()) {
    if (row.visibility == Visibility::Shown) result.push_back(&row);
  }
  return result;
}

std::string joined(const std::vector<std::string>& words, char separator) {
  std::string result;
  for (const std::string& word : words) {
    if (!result.empty()) result += separator;
    result += word;
  }
  return result;
}

std::string command_names(char separator) {
  std::vector<std::string> names;
  for (const CommandRow* row : shown_commands()) names.emplace_back(row->name);
  return joined(names, separator);
}

// Of a choice that continues with free text (`smtlib:COMMAND`), only the beginning can be completed.
std::vector<std::string> completable_choices(const OptionRow& row) {
  std::vector<std::string> result;
  for (const std::string_view name : choice_names(row)) {
    const std::size_t colon = name.find(':');
    result.emplace_back(colon == std::string_view::npos ? name : name.substr(0, colon + 1));
  }
  return result;
}

std::vector<std::string> spellings(const OptionRow& row) {
  std::vector<std::string> result{"--" + std::string(row.name)};
  if (row.letter != 0) result.push_back(std::string("-") + row.letter);
  return result;
}

std::string bash_argument(const OptionRow& row) {
  switch (row.kind) {
    case Kind::Choice:
      return "mapfile -t COMPREPLY < <(compgen -W '" + joined(completable_choices(row), ' ') + "' -- \"$current\"); ";
    case Kind::ChoiceOrFile:
      return "mapfile -t COMPREPLY < <(compgen -W '" + joined(completable_choices(row), ' ') +
             "' -- \"$current\"; compgen -f -X '!*.model' -- \"$current\"); ";
    case Kind::File:
      return "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); ";
    case Kind::Folder:
      return "mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); ";
    case Kind::Flag:
    case Kind::Number:
    case Kind::Seconds:
    case Kind::Text:
      return "";
  }
  return "";
}

// What can stand in the place of an operand.
struct OperandKind {
  std::string_view name;                  // as in the synopsis
  std::vector<std::string_view> endings;  // of its files, which may also be in folders; empty: no file
};

OperandKind kind_of(std::string_view name) {
  if (name == "FILE") return {name, {"cub"}};
  if (name == "CERT" || name == "TRACE") return {name, {"json"}};
  if (name.starts_with("SUITE")) return {name, {"suite", "cub", "json"}};  // results of '--compare' and '--merge' are JSON
  return {name, {}};
}

// The operands of a command, in order.
std::vector<OperandKind> operands_of(const CommandRow& row) {
  std::vector<OperandKind> result;
  std::istringstream names{std::string(row.operand)};
  for (std::string name; names >> name;) {
    const std::size_t at = row.operand.find(name);
    result.push_back(kind_of(row.operand.substr(at, name.size())));
  }
  return result;
}

std::string bash_operand(const OperandKind& kind) {
  if (kind.name == "[COMMAND]") return "compgen -W '" + command_names(' ') + "' -- \"$current\"";
  std::string result = kind.endings.empty() ? ":" : "compgen -d -- \"$current\"";
  for (const std::string_view ending : kind.endings) result += "; compgen -f -X '!*." + std::string(ending) + "' -- \"$current\"";
  return result;
}

// One specification for _arguments: '1:CERT:_files -g "*.json"'
std::string zsh_operand(const OperandKind& kind, std::size_t number, bool several) {
  const std::string result = (several ? "*" : std::to_string(number)) + ":" + std::string(kind.name);
  if (kind.name == "[COMMAND]") return "'" + std::to_string(number) + ":command:(" + command_names(' ') + ")'";
  if (kind.endings.empty()) return "'" + result + ": '";
  std::vector<std::string> endings(kind.endings.begin(), kind.endings.end());
  return "'" + result + ":_files -g \"*." + (endings.size() == 1 ? endings[0] : "(" + joined(endings, '|') + ")") + "\"'";
}

// For a string in single quotes: a quote ends the string, is escaped, and a new string begins.
std::string zsh_quoted(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
      result += c;
    }
  }
  return result;
}

std::string zsh_argument(const OptionRow& row) {
  switch (row.kind) {
    case Kind::Flag:
      return "";
    case Kind::Choice:
      return ":" + std::string(row.name) + ":(" + zsh_quoted(joined(completable_choices(row), ' ')) + ")";
    case Kind::ChoiceOrFile:
      return ":" + std::string(row.name) + ":{_values " + std::string(row.name) + " " + zsh_quoted(joined(completable_choices(row), ' ')) +
             "; _files -g \"*.model\"}";
    case Kind::File:
      return ":" + std::string(row.argument) + ":_files";
    case Kind::Folder:
      return ":" + std::string(row.argument) + ":_files -/";
    case Kind::Number:
    case Kind::Seconds:
    case Kind::Text:
      return ":" + std::string(row.argument) + ": ";
  }
  return "";
}

// One specification for _arguments: '(-j --jobs)'{-j+,--jobs=}'[help]:N: '
std::string zsh_option(const OptionRow& row) {
  const bool takes_argument = row.kind != Kind::Flag;
  const std::string long_name = "--" + std::string(row.name) + (takes_argument ? "=" : "");
  const std::string rest = "[" + zsh_quoted(full_help(row)) + "]" + zsh_argument(row) + "'";
  const std::string star = row.repeatable ? "*" : "";
  if (row.letter == 0) return "'" + star + long_name + rest;
  const std::string before = row.repeatable ? "*" : "(" + joined(spellings(row), ' ') + ")";
  return "'" + before + "'{-" + row.letter + (takes_argument ? "+" : "") + "," + long_name + "}'" + rest;
}

// What stands before the argument of the option: any command and the option, or, if another command has a different option of this name,
// its own commands.
std::vector<std::string> bash_patterns(const OptionRow& row) {
  const bool alone = std::ranges::count(option_rows(), row.name, &OptionRow::name) == 1;
  std::vector<std::string> result;
  for (const std::string& spelling : spellings(row)) {
    if (alone) result.push_back("*' '" + spelling);
    for (const CommandRow* command : shown_commands()) {
      if (!alone && row.commands.contains(command->command)) result.push_back(std::string(command->name) + "' '" + spelling);
    }
  }
  return result;
}

}  // namespace

std::string bash_completion() {
  std::ostringstream out;
  out << "# Completion of parapet for bash, generated from its option table.\n"
         "_parapet() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=check options=\n"
         "  # bash breaks --option=value into three words.\n"
         "  if [[ $current == = ]]; then\n    current=\n"
         "  elif [[ $previous == = ]]; then\n    previous=${COMP_WORDS[COMP_CWORD - 2]}\n  fi\n"
         "  COMPREPLY=()\n"
      << "  case ${COMP_WORDS[1]} in " << command_names('|') << ") command=${COMP_WORDS[1]} ;; esac\n"
      << "  case \"$command $previous\" in\n";
  std::vector<std::string> with_argument;
  for (const OptionRow& row : option_rows()) {
    if (row.kind == Kind::Flag) continue;
    for (std::string& pattern : bash_patterns(row)) with_argument.push_back(std::move(pattern));
  }
  for (const OptionRow& row : option_rows()) {
    if (row.kind != Kind::Flag) out << "    " << joined(bash_patterns(row), '|') << ") " << bash_argument(row) << "return ;;\n";
  }
  out << "  esac\n  case $command in\n";
  for (const CommandRow* command : shown_commands()) {
    std::vector<std::string> words;
    for (const OptionRow* row : options_of(command->command)) {
      for (std::string& word : spellings(*row)) words.push_back(std::move(word));
    }
    out << "    " << command->name << ") options='" << joined(words, ' ') << "' ;;\n";
  }
  out << "  esac\n"
         "  if [[ $current == -* ]]; then\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")\n    return\n  fi\n"
         "  # The operands before this one: words that are neither the command, nor options, nor their arguments.\n"
         "  local word number=0 skip=0 position\n"
         "  for ((position = 1; position < COMP_CWORD; position++)); do\n"
         "    word=${COMP_WORDS[position]}\n"
         "    if ((skip)); then\n      skip=0\n      [[ $word == = ]] && skip=1\n"
         "    elif [[ $word == -* && $word != - ]]; then\n"
         "      case \"$command $word\" in "
      << joined(with_argument, '|')
      << ") skip=1 ;; esac\n"
         "    elif ((position > 1)) || [[ $word != \"$command\" ]]; then number=$((number + 1))\n    fi\n  done\n"
         "  mapfile -t COMPREPLY < <(\n"
      << "    if ((COMP_CWORD == 1)); then compgen -W '" << command_names(' ') << "' -- \"$current\"; fi\n"
      << "    case \"$command $number\" in\n";
  for (const CommandRow* command : shown_commands()) {
    const std::vector<OperandKind> operands = operands_of(*command);
    for (std::size_t k = 0; k < operands.size(); ++k) {
      out << "      ('" << command->name << " '" << (command->several ? "*" : std::to_string(k)) << ") " << bash_operand(operands[k])
          << " ;;\n";
    }
  }
  out << "    esac\n  )\n}\n"
         "complete -o filenames -F _parapet parapet\n";
  return out.str();
}

std::string zsh_completion() {
  std::ostringstream out;
  out << "#compdef parapet\n# Completion of parapet for zsh, generated from its option table.\n"
         "_parapet() {\n  local command=check\n"
         "  if (( CURRENT == 2 )) && [[ ${words[2]} != -* ]]; then\n"
         "    local -a commands=(\n";
  for (const CommandRow* row : shown_commands()) out << "      '" << row->name << ':' << zsh_quoted(row->summary) << "'\n";
  out << "    )\n    _describe -t commands command commands\n  fi\n"
         "  if (( CURRENT > 2 )); then\n    case ${words[2]} in\n"
      << "      " << command_names('|')
      << ")\n        command=${words[2]}\n        shift words\n        (( CURRENT-- ))\n        ;;\n    esac\n  fi\n"
      << "  case $command in\n";
  for (const CommandRow* command : shown_commands()) {
    out << "    " << command->name << ")\n      _arguments -s -S \\\n";
    for (const OptionRow* row : options_of(command->command)) out << "        " << zsh_option(*row) << " \\\n";
    const std::vector<OperandKind> operands = operands_of(*command);
    for (std::size_t k = 0; k < operands.size(); ++k)
      out << "        " << zsh_operand(operands[k], k + 1, command->several) << (k + 1 < operands.size() ? " \\\n" : "\n");
    out << "      ;;\n";
  }
  out << "  esac\n}\n_parapet \"$@\"\n";
  return out.str();
}

}  // namespace parapet::cli
