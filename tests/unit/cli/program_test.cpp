// The built program as a user meets it: exit codes, what goes where, bad files, broken outputs.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/option_table.h"
#include "unit/cli/child.h"

using namespace parapet::cli;
using parapet::test::Child;
using parapet::test::contains;
using parapet::test::run_parapet;
using parapet::test::run_program;
using parapet::test::TemporaryFolder;

namespace {

const std::string model = R"(type loc = Try | Cs
array PC[proc] : loc
weak var Lock : bool
init (z) { PC[z] = Try && Lock = False }
unsafe (a b) { PC[a] = Cs && PC[b] = Cs }
transition enter ([p])
requires { PC[p] = Try && Lock = False }
{ PC[p] := Cs; Lock := True }
)";

const std::string broken = "type loc = \n";

}  // namespace

TEST_CASE("program: --help of every command lists every option it has") {
  for (const CommandRow& command : command_rows()) {
    const Child child = run_parapet({std::string(command.name), "--help"});
    CAPTURE(command.name);
    CHECK(child.status == 0);
    CHECK(child.err == "");
    CHECK(contains(child.out, std::string(command.name)));
    for (const OptionRow& row : option_rows()) {
      CAPTURE(row.name);
      const std::string text = "--" + std::string(row.name) + (row.kind == Kind::Flag ? "" : " " + argument_name(row));
      const bool listed = contains(child.out, text + " ") || contains(child.out, text + "\n");
      CHECK(listed == row.commands.contains(command.command));
    }
  }
}

TEST_CASE("program: help COMMAND is COMMAND --help, help alone is --help") {
  for (const CommandRow& command : command_rows()) {
    const std::string name(command.name);
    CAPTURE(name);
    CHECK(run_parapet({"help", name}).out == run_parapet({name, "--help"}).out);
  }
  CHECK(run_parapet({"help"}).out == run_parapet({"--help"}).out);
  const Child unknown = run_parapet({"help", "certifi"});
  CHECK(unknown.status == 2);
  CHECK(contains(unknown.err, "unknown command 'certifi'; did you mean 'certify'?"));
  CHECK(contains(run_parapet({"help", "check", "parse"}).err, "unexpected operand 'parse'"));
}

TEST_CASE("program: --help names the shown commands and the exit codes, in 80 columns") {
  const Child child = run_parapet({"--help"});
  CHECK(child.status == 0);
  for (const CommandRow& command : command_rows()) {
    CHECK(contains(child.out, "\n  " + std::string(command.name) + " ") == (command.visibility == Visibility::Shown));
  }
  CHECK(contains(child.out, "Exit codes:"));
  std::size_t width = 0, longest = 0;
  for (const char c : child.out) {
    width = c == '\n' ? 0 : width + 1;
    longest = std::max(longest, width);
  }
  CHECK(longest <= 80);
}

TEST_CASE("program: --version names Parapet and the solvers") {
  const Child child = run_parapet({"--version"});
  CHECK(child.status == 0);
  CHECK(child.out.rfind("parapet ", 0) == 0);
  CHECK(contains(child.out, "\nz3 "));
  CHECK(contains(child.out, "\ncvc5 "));
}

TEST_CASE("program: usage errors end with 2, on standard error") {
  for (const std::vector<std::string>& bad : std::vector<std::vector<std::string>>{{}, {"--nonsense"}, {"parse"}, {"generate", "pdf"}}) {
    const Child child = run_parapet(bad);
    CHECK(child.status == 2);
    CHECK(child.out == "");
    CHECK(contains(child.err, "parapet: error: "));
  }
}

TEST_CASE("program: parse reads a file or standard input") {
  const TemporaryFolder folder;
  const Child from_file = run_parapet({"parse", folder.file("m.cub", model)});
  const Child from_input = run_parapet({"parse", "-"}, {.text = model, .out_file = {}, .environment = {}});
  CHECK(from_file.status == 0);
  CHECK(from_file.out != "");
  CHECK(from_input.status == 0);
  CHECK(from_input.out == from_file.out);
  CHECK(run_parapet({"dump", "--ld", folder.file("m.cub", model)}).out == from_file.out);
  const Child json = run_parapet({"parse", "--json", folder.file("m.cub", model)});
  CHECK(json.status == 0);
  CHECK(json.out.rfind('{', 0) == 0);
}

TEST_CASE("program: input at fault ends with 2 and says where") {
  const TemporaryFolder folder;
  for (const std::string command : {"check", "parse", "dump"}) {
    CAPTURE(command);
    const Child missing = run_parapet({command, (folder.path() / "none.cub").string()});
    CHECK(missing.status == 2);
    CHECK(contains(missing.err, "none.cub"));
    const Child directory = run_parapet({command, folder.path().string()});
    CHECK(directory.status == 2);
    CHECK(contains(directory.err, "parapet: error: "));
    const Child syntax = run_parapet({command, folder.file("bad.cub", broken)});
    CHECK(syntax.status == 2);
    CHECK(syntax.out == "");
    CHECK(contains(syntax.err, "bad.cub:"));
    CHECK(contains(syntax.err, "error"));
  }
}

TEST_CASE("program: colours only when asked for or on a terminal") {
  const TemporaryFolder folder;
  const std::string file = folder.file("bad.cub", broken);
  const std::string escape = "\033[";
  CHECK_FALSE(contains(run_parapet({"parse", file}).err, escape));
  CHECK(contains(run_parapet({"parse", file, "--color", "always"}).err, escape));
  CHECK_FALSE(contains(run_parapet({"parse", file, "--color", "never"}).err, escape));
  // `script` gives the program a terminal.
  const auto on_terminal = [&](const std::vector<std::string>& environment) {
    const std::string line = std::string(PARAPET_BINARY_DIR "/parapet parse ") + file;
    return run_program("script", {"-qec", line, "/dev/null"}, {.text = {}, .out_file = {}, .environment = environment});
  };
  const Child terminal = on_terminal({"TERM=xterm"});
  if (terminal.status != 2) return;  // no `script` here
  CHECK(contains(terminal.out, escape));
  CHECK_FALSE(contains(on_terminal({"TERM=xterm", "NO_COLOR=1"}).out, escape));
  CHECK_FALSE(contains(on_terminal({"TERM=dumb"}).out, escape));
}

TEST_CASE("program: results that cannot be written end with 2") {
  const Child full = run_parapet({"--help"}, {.text = {}, .out_file = "/dev/full", .environment = {}});
  CHECK(full.status == 2);
  CHECK(contains(full.err, "cannot write to standard output: No space left on device"));
  const std::string program = PARAPET_BINARY_DIR "/parapet";
  const Child closed = run_program("sh", {"-c", program + " --help >&-"});
  CHECK(closed.status == 2);
  CHECK(contains(closed.err, "cannot write to standard output"));
  const Child reader_gone = run_program("bash", {"-c", "(sleep 0.2; exec " + program + " --help) | true; echo ${PIPESTATUS[0]}"});
  CHECK(reader_gone.out == "2\n");
  CHECK(reader_gone.err == "");
}
