// `parapet check` as a user meets it: limits, signals, files, JSON.
#include <doctest/doctest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "base/json_reader.h"
#include "cli/progress.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

using namespace parapet::test;

namespace {

const std::string endless = PARAPET_SOURCE_DIR "/tests/golden/report/endless.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";
const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  const std::size_t begin = text.rfind('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1, end - begin);
}

// Runs the endless model through a shell that sends it signals.
Child interrupted(const std::string& signals, const std::string& options = "") {
  const std::string program = PARAPET_BINARY_DIR "/parapet";
  // The background process of a non-interactive shell ignores SIGINT until it asks for it; a program that installs a handler gets it.
  return run_program("bash", {"-c", program + " " + endless + " " + options + " & pid=$!; " + signals + " wait $pid"});
}

}  // namespace

TEST_CASE("check: the last line is the verdict, and the exit code says the same") {
  const Child safe = run_parapet({"check", safe_model});
  CHECK(safe.status == 0);
  CHECK(last_line(safe.out) == "SAFE");
  CHECK(safe.err == "");
  const Child unsafe = run_parapet({"check", unsafe_model});
  CHECK(unsafe.status == 1);
  CHECK(last_line(unsafe.out) == "UNSAFE");
  CHECK(run_parapet({"check", unsafe_model, "-q"}).out == "UNSAFE\n");
  CHECK(run_parapet({"check", safe_model, "-q", "--color", "always"}).out == "\033[1;32mSAFE\033[0m\n");
}

TEST_CASE("check: limits end with 3, the reason and, if asked for, the statistics so far") {
  const Child nodes = run_parapet({"check", endless, "--max-nodes", "7", "--stats"});
  CHECK(nodes.status == 3);
  CHECK(last_line(nodes.out) == "UNKNOWN: limit of 7 nodes reached");
  CHECK(contains(nodes.err, "  nodes                          7  cubes visited"));
  const Child time = run_parapet({"check", endless, "--timeout", "0.2"});
  CHECK(time.status == 3);
  CHECK(last_line(time.out) == "UNKNOWN: time limit reached");
  CHECK(run_parapet({"check", endless, "--max-nodes", "7", "-q"}).err == "");
}

TEST_CASE("check: the time limit holds for the search and the proof of the invariants together") {
  const TemporaryFolder folder;
  const std::string file = folder.file("m.cub", read_text(endless) + "\ninvariant (p) { N = -3 && PC[p] = False }\n");
  const Child child = run_parapet({"check", file, "--check-invariants", "--timeout", "0.2"});
  CHECK(child.status == 3);
  CHECK(last_line(child.out) == "UNKNOWN: time limit reached");
}

TEST_CASE("check: SIGINT and SIGTERM end a search with 3, and without statistics that nobody asked for") {
  const Child once = interrupted("sleep 0.3; kill -INT $pid;");
  CHECK(once.status == 3);
  CHECK(last_line(once.out) == "UNKNOWN: interrupted (SIGINT)");
  CHECK_FALSE(contains(once.err, "cover_tests"));
  const Child term = interrupted("sleep 0.3; kill -TERM $pid;");
  CHECK(term.status == 3);
  CHECK(last_line(term.out) == "UNKNOWN: interrupted (SIGTERM)");
}

TEST_CASE("check: the second SIGINT ends the process at once") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    parapet::cli::listen_to_signals();
    ::raise(SIGINT);
    if (parapet::cli::stop_request() != SIGINT) ::_exit(1);
    ::raise(SIGINT);
    ::_exit(2);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGINT);
}

TEST_CASE("check: SIGUSR1 prints a line of progress, also when piped; otherwise there is none") {
  const Child asked = interrupted("sleep 0.3; kill -USR1 $pid; sleep 0.2; kill -INT $pid;", "-q");
  CHECK(asked.status == 3);
  CHECK(contains(asked.err, " nodes, frontier "));
  CHECK(contains(asked.err, " nodes/s, "));
  CHECK_FALSE(contains(interrupted("sleep 0.3; kill -INT $pid;").err, "nodes/s"));
}

TEST_CASE("check: the progress line is on a terminal only, and erased at the end") {
  const std::string line = std::string(PARAPET_BINARY_DIR "/parapet ") + endless + " --timeout 0.5";
  const Child terminal = run_program("script", {"-qec", line, "/dev/null"}, {.text = {}, .out_file = {}, .environment = {"TERM=xterm"}});
  if (terminal.status != 3) return;  // no `script` here
  CHECK(contains(terminal.out, "\r\033[K"));
  CHECK(contains(terminal.out, " nodes/s, "));
  const std::size_t last = terminal.out.rfind(" nodes/s, ");
  CHECK(terminal.out.find("\r\033[K", last) != std::string::npos);
}

TEST_CASE("check: --format json, --trace and --stats-json have the keys that their schemas require") {
  const TemporaryFolder folder;
  const std::string trace = (folder.path() / "trace.json").string(), statistics = (folder.path() / "stats.json").string();
  const Child child = run_parapet({"check", unsafe_model, "--format", "json", "--trace", trace, "--stats-json", statistics});
  CHECK(child.status == 1);
  CHECK(fits_schema(child.out, "check-schema.json") == "");
  CHECK(fits_schema(read_text(trace), "trace-schema.json") == "");
  CHECK(fits_schema(read_text(statistics), "stats-schema.json") == "");
  const Child safe = run_parapet({"check", safe_model, "--format", "json"});
  CHECK(fits_schema(safe.out, "check-schema.json") == "");
  CHECK(contains(safe.out, "\"trace\": null"));
  const Child unknown = run_parapet({"check", endless, "--max-nodes", "3", "--format", "json"});
  CHECK(unknown.status == 3);
  CHECK(fits_schema(unknown.out, "check-schema.json") == "");
  CHECK(contains(unknown.out, "\"reason\": \"limit of 3 nodes reached\""));
  CHECK_FALSE(contains(child.out, "\nUNSAFE"));
}

TEST_CASE("check: --stats goes to standard error") {
  const Child child = run_parapet({"check", safe_model, "--stats"});
  CHECK(contains(child.err, "statistics of "));
  CHECK(contains(child.err, "native init"));
  CHECK_FALSE(contains(child.out, "statistics"));
}

TEST_CASE("check: a trace that cannot be written ends with 2, and no verdict looks like a success") {
  const Child child = run_parapet({"check", unsafe_model, "--trace", "/nonexistent/trace.json"});
  CHECK(child.status == 2);
  CHECK(contains(child.err, "/nonexistent/trace.json"));
}

TEST_CASE("dump: a node that was not visited is the user's error") {
  const Child child = run_parapet({"dump", "--node", "1000", safe_model});
  CHECK(child.status == 2);
  CHECK(contains(child.err, "node 1000 was not visited"));
  CHECK(run_parapet({"dump", "--node", "1000", endless, "--max-nodes", "5"}).status == 3);
}

TEST_CASE("check: a limit while the file is read leaves a verdict, as JSON too") {
  const TemporaryFolder folder;
  const std::string file = folder.file("m.cub", read_text(safe_model) + std::string(20'000'000, ' '));
  const Child text = run_parapet({"check", file, "--max-memory", "8"});
  CHECK(text.status == 3);
  CHECK(text.out == "UNKNOWN: memory limit reached\n");
  const Child json = run_parapet({"check", file, "--max-memory", "8", "--format", "json"});
  CHECK(json.status == 3);
  const parapet::JsonValue value = parapet::read_json(json.out);
  CHECK(value.at("verdict").text() == "UNKNOWN");
  CHECK(value.at("reason").text() == "memory limit reached");
  CHECK(value.at("model").is_null());
}
