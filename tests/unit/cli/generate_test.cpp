// What is generated when Parapet is built has every option of the table.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "cli/option_table.h"
#include "unit/cli/child.h"

using namespace parapet::cli;
using parapet::test::contains;
using parapet::test::read_text;
using parapet::test::run_program;

namespace {

std::string generated(const char* file) { return read_text(std::filesystem::path(PARAPET_BINARY_DIR) / file); }

std::string with_escaped_dashes(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '-' ? std::string("\\-") : std::string(1, c);
  return result;
}

// What bash offers after `line`; the last word is the one being completed.
std::string completions(const std::string& line) {
  const std::string script = "source '" PARAPET_BINARY_DIR "/parapet.bash'; COMP_WORDS=(" + line +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _parapet; echo \"${COMPREPLY[*]}\"";
  const auto child = run_program("bash", {"-c", script});
  CHECK(child.status == 0);
  CHECK(child.err == "");
  return child.out;
}

}  // namespace

TEST_CASE("generate: the man page has every option") {
  const std::string page = generated("parapet.1");
  CHECK(page.rfind(".TH PARAPET 1", 0) == 0);
  for (const OptionRow& row : option_rows()) {
    CAPTURE(row.name);
    CHECK(contains(page, "\\fB" + with_escaped_dashes("--" + std::string(row.name)) + "\\fR"));
    CHECK(contains(page, with_escaped_dashes(std::string(row.help))));
  }
}

TEST_CASE("generate: bash completes the options of each command, and their choices") {
  for (const CommandRow& command : command_rows()) {
    if (command.visibility == Visibility::Hidden) continue;
    std::istringstream words(completions("parapet " + std::string(command.name) + " -"));
    std::string offered = " ";
    for (std::string word; words >> word;) offered += word + " ";
    const auto known = options_of(command.command);
    for (const OptionRow& row : option_rows()) {
      CAPTURE(row.name);
      const bool has = std::ranges::find(known, row.name, &OptionRow::name) != known.end();
      CHECK(contains(offered, " --" + std::string(row.name) + " ") == has);
    }
  }
  CHECK(completions("parapet f.cub --model ''") == "sc tso pso all\n");
  CHECK(completions("parapet f.cub --model = t") == "tso\n");
  CHECK(completions("parapet f.cub --solver s") == "smtlib:\n");
  CHECK(completions("parapet f.cub --jobs ''") == "\n");
  CHECK(completions("parapet f.cub --format ''") == "text json sarif\n");
  CHECK(completions("parapet certify c.json f.cub --format ''") == "text json\n");
  CHECK(completions("parapet dump f.cub --format ''") == "text smt2 latex\n");
  CHECK(completions("parapet pars") == "parse\n");
}

TEST_CASE("generate: bash completes each operand with files of its kind") {
  const parapet::test::TemporaryFolder folder;
  for (const char* name : {"a.cub", "a.json", "a.suite", "a.txt"}) (void)folder.file(name, "");
  const std::string at = folder.path().string() + "/";
  const auto offered = [&](const std::string& line) {
    std::string result = completions(line + " " + at);
    for (std::size_t k = result.find(at); k != std::string::npos; k = result.find(at)) result.erase(k, at.size());
    return result;
  };
  CHECK(offered("parapet") == "a.cub\n");
  CHECK(offered("parapet check -q --model tso") == "a.cub\n");
  CHECK(offered("parapet certify") == "a.json\n");
  CHECK(offered("parapet certify c.json") == "a.cub\n");
  CHECK(offered("parapet certify --timeout 3 -q") == "a.json\n");
  CHECK(offered("parapet certify --timeout = 3 c.json") == "a.cub\n");
  CHECK(offered("parapet replay") == "a.json\n");
  CHECK(offered("parapet replay t.json -q") == "a.cub\n");
  CHECK(offered("parapet replay t.json f.cub") == "\n");
  CHECK(offered("parapet explain") == "\n");
  CHECK(offered("parapet explain 3") == "a.cub\n");
  CHECK(offered("parapet bench b.suite") == "a.suite a.cub a.json\n");
  CHECK(completions("parapet help cert") == "certify\n");
}

TEST_CASE("generate: zsh completion has every option") {
  const std::string script = generated("_parapet");
  CHECK(script.rfind("#compdef parapet", 0) == 0);
  for (const OptionRow& row : option_rows()) {
    CAPTURE(row.name);
    CHECK(contains(script, "--" + std::string(row.name) + (row.kind == Kind::Flag ? (row.letter == 0 ? "[" : "}") : "=")));
  }
  CHECK(contains(script, "'1:CERT:_files -g \"*.json\"' \\\n        '2:FILE:_files -g \"*.cub\"'"));
  CHECK(contains(script, "'*:SUITE...:_files -g \"*.(suite|cub|json)\"'"));
}
