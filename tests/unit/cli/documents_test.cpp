// What programs read: one JSON document for each command, with errors and warnings in it, SARIF, and the schemas of all of them.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/json_reader.h"
#include "skipped.h"
#include "unit/cli/child.h"
#include "unit/cli/json_shape.h"

namespace {

using namespace parapet::test;
using parapet::JsonValue;
using parapet::read_json;
namespace fs = std::filesystem;

const std::string safe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex.cub";
const std::string unsafe_model = PARAPET_SOURCE_DIR "/examples/locks/naive_mutex_nofence.cub";

// The comment has a character of two bytes before the error.
const std::string broken = "type loc = A | B\narray PC[proc] : loc\ninit (p) { PC[p] = A }\n(* \xC3\x84 *) unsafe (p) { PC[p] = Nix }\n";
// `Wait` is never entered: a warning with a name, about SAFE.
const std::string doubtful =
    "type loc = Idle | Wait | Crit\narray PC[proc] : loc\nvar Lock : bool\ninit (p) { PC[p] = Idle && Lock = False }\n"
    "unsafe mutex (p q) { PC[p] = Crit && PC[q] = Crit }\n"
    "transition take (p) requires { PC[p] = Idle && Lock = False } { PC[p] := Crit; Lock := True }\n"
    "transition leave (p) requires { PC[p] = Crit } { PC[p] := Idle; Lock := False }\n"
    "transition idle (p) requires { PC[p] = Wait } { PC[p] := Idle }\n";

// The document that a run prints; nothing else is printed.
JsonValue document(const std::vector<std::string>& arguments, int status, const std::string& schema) {
  CAPTURE(arguments);
  const Child child = run_parapet(arguments);
  CAPTURE(child.out);
  CHECK(child.err == "");
  CHECK(child.status == status);
  if (!schema.empty()) CHECK(fits_schema(child.out, schema) == "");
  return read_json(child.out);
}

std::vector<std::string> with_format(std::vector<std::string> arguments, const std::string& format) {
  arguments.insert(arguments.end(), {"--format", format});
  return arguments;
}

}  // namespace

TEST_CASE("documents: an error is a document of its own, from every command") {
  const TemporaryFolder folder;
  const std::string file = folder.file("broken.cub", broken);
  const std::string nowhere = folder.path() / "nowhere.cub";
  const std::vector<std::vector<std::string>> lines{
      {"check", file}, {"parse", file}, {"coverage", file}, {"simulate", file}, {"certify", "x.json", file}, {"replay", "x.json", file}};
  for (const auto& line : lines) {
    const JsonValue json = document(with_format(line, "json"), 2, "diagnostics-schema.json");
    CHECK(json.at("command").text() == line[0]);
    CHECK(json.at("file").text() == file);
    CHECK(json.at("exit_code").count() == 2);
    const JsonValue& first = json.at("diagnostics").items()[0];
    CHECK(first.at("severity").text() == "error");
    CHECK(first.at("file").text() == file);
    CHECK(first.at("range").at("begin").at("line").count() == 4);
    CHECK(first.at("range").at("begin").at("column").count() == 31);
    // A file that is not there has no place in it, and an error in the command line is about no file.
    std::vector<std::string> gone = line;
    gone.back() = nowhere;
    const JsonValue missing = document(with_format(gone, "json"), 2, "diagnostics-schema.json");
    CHECK(missing.at("diagnostics").items()[0].at("range").is_null());
    CHECK(missing.at("diagnostics").items()[0].at("file").text() == nowhere);
    std::vector<std::string> wrong = with_format(line, "json");
    wrong.insert(wrong.end(), {"--no-such-option"});
    const JsonValue usage = document(wrong, 2, "diagnostics-schema.json");
    CHECK(contains(usage.at("diagnostics").items()[0].at("message").text(), "--no-such-option"));
    CHECK(usage.at("command").text() == line[0]);
  }
}

TEST_CASE("documents: warnings are in the result of every command, with their names and places") {
  const TemporaryFolder folder;
  const std::string file = folder.file("doubt.cub", doubtful);
  const std::string certificate = folder.path() / "c.json", trace = folder.path() / "t.json";
  REQUIRE(run_parapet({"check", "-q", file, "--certificate", certificate}).status == 0);
  REQUIRE(run_parapet({"simulate", file, "--seed", "1", "--trace", trace}).status == 0);
  const JsonValue checked = document({"check", "-q", file, "--format", "json"}, 0, "check-schema.json");
  const auto found = checked.at("diagnostics").items();
  const auto fires = std::ranges::find_if(
      found, [](const JsonValue& each) { return !each.at("name").is_null() && each.at("name").text() == "never-fires"; });
  REQUIRE(fires != found.end());
  CHECK(fires->at("severity").text() == "warning");
  CHECK(fires->at("range").at("begin").at("line").count() == 8);
  CHECK(
      document({"check", file, "--format", "json", "--no-warn", "never-fires"}, 0, "check-schema.json").at("diagnostics").items().empty());
  CHECK(document({"certify", certificate, file, "--format", "json"}, 0, "certify-schema.json").at("result").text() == "CONFIRMED");
  CHECK(document({"replay", trace, file, "--format", "json"}, 0, "replay-schema.json").at("result").text() == "CONFIRMED");
  CHECK(document({"parse", file, "--format", "json"}, 0, "program-schema.json").at("transitions").items().size() == 3);
  CHECK(document({"parse", file, "--json"}, 0, "program-schema.json").at("format").text() == "parapet-program");
  CHECK(document({"coverage", file, "--format", "json"}, 0, "coverage-schema.json").at("diagnostics").items().empty());
  // A warning of the front end is in the result of every command that reads the model.
  const std::string named = folder.file("pragma.cub", doubtful + "(*@ nonsense *)\n");
  for (const char* command : {"parse", "coverage", "simulate", "check"}) {
    const JsonValue json = document({command, named, "--format", "json"}, 0, "");
    CHECK(json.at("diagnostics").items()[0].at("name").text() == "unknown-pragma");
  }
}

TEST_CASE("documents: an error in evidence has its file and place") {
  const TemporaryFolder folder;
  const std::string evidence = folder.file("e.json", "{\n  \"format\": \"parapet-certificate\",\n  \"format_version\": true\n}\n");
  const JsonValue json = document({"certify", evidence, safe_model, "--format", "json"}, 2, "diagnostics-schema.json");
  const JsonValue& error = json.at("diagnostics").items()[0];
  CHECK(error.at("file").text() == evidence);
  CHECK(error.at("range").at("begin").at("line").count() == 3);
  CHECK(error.at("range").at("begin").at("column").count() == 21);
  CHECK(error.at("range").at("begin").at("offset").count() == 57);
  CHECK_FALSE(contains(error.at("message").text(), "e.json"));
}

TEST_CASE("documents: simulate says why an execution ends, or why there is none") {
  const std::string both = "exists p <> q. PC[p] = Inside && PC[q] = Inside";
  const auto end_of = [&](std::vector<std::string> more, int status) {
    more.insert(more.begin(), {"simulate", "--format", "json"});
    return document(more, status, "simulate-schema.json").at("end").text();
  };
  CHECK(end_of({unsafe_model, "--seed", "1", "--steps", "2"}, 0) == "bound");
  CHECK(end_of({unsafe_model, "--find", both}, 0) == "found");
  CHECK(end_of({safe_model, "--find", both}, 1) == "not reachable");
  CHECK(end_of({safe_model, "--find", both, "--max-states", "2"}, 3) == "not found");
}

TEST_CASE("documents: every example's program fits its schema") {
  for (const auto& entry : fs::recursive_directory_iterator(PARAPET_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".cub") continue;
    CAPTURE(entry.path());
    CHECK(fits_schema(run_parapet({"parse", entry.path(), "--format", "json"}).out, "program-schema.json") == "");
  }
}

TEST_CASE("sarif: a verdict for each property, the counterexample as a code flow, warnings and errors as results") {
  const TemporaryFolder folder;
  const JsonValue unsafe = document({"check", unsafe_model, "--format", "sarif"}, 1, "");
  CHECK(unsafe.at("version").text() == "2.1.0");
  const JsonValue& run = unsafe.at("runs").items()[0];
  CHECK(run.at("tool").at("driver").at("name").text() == "Parapet");
  CHECK(run.at("invocations").items()[0].at("executionSuccessful").truth());
  CHECK(run.at("invocations").items()[0].at("exitCode").count() == 1);
  const JsonValue& result = run.at("results").items()[0];
  CHECK(result.at("kind").text() == "fail");
  CHECK(result.at("level").text() == "error");
  CHECK(contains(result.at("message").at("text").text(), "is reached in 4 steps"));
  const auto threads = result.at("codeFlows").items()[0].at("threadFlows").items();
  REQUIRE(threads.size() == 2);
  std::map<std::uint64_t, std::uint64_t> lines;  // by step
  for (const JsonValue& thread : threads) {
    for (const JsonValue& each : thread.at("locations").items()) {
      const JsonValue& place = each.at("location").at("physicalLocation");
      CHECK(place.at("artifactLocation").at("uri").text() == "file://" + unsafe_model);
      lines[each.at("executionOrder").count()] = place.at("region").at("startLine").count();
    }
  }
  const auto line_of = [](const std::string& transition) -> std::uint64_t {
    const std::string text = read_text(unsafe_model);
    return static_cast<std::uint64_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find(transition)), '\n')) +
           1;
  };
  const std::uint64_t raise = line_of("transition raise_flag"), enter = line_of("transition enter");
  CHECK(lines == std::map<std::uint64_t, std::uint64_t>{{1, raise}, {2, enter}, {3, raise}, {4, enter}});

  const JsonValue safe = document({"check", folder.file("a b.cub", doubtful), "--format", "sarif"}, 0, "").at("runs").items()[0];
  CHECK(safe.at("results").items()[0].at("kind").text() == "pass");
  const JsonValue& warning = safe.at("results").items()[1];
  CHECK(warning.at("ruleId").text() == "never-fires");
  CHECK(warning.at("level").text() == "warning");
  CHECK(contains(warning.at("locations").items()[0].at("physicalLocation").at("artifactLocation").at("uri").text(), "a%20b.cub"));
  const auto rules = safe.at("tool").at("driver").at("rules").items();
  CHECK(rules[warning.at("ruleIndex").count()].at("id").text() == "never-fires");

  const JsonValue error = document({"check", folder.file("broken.cub", broken), "--format", "sarif"}, 2, "").at("runs").items()[0];
  CHECK_FALSE(error.at("invocations").items()[0].at("executionSuccessful").truth());
  const JsonValue& place = error.at("results").items()[0].at("locations").items()[0].at("physicalLocation").at("region");
  CHECK(place.at("startLine").count() == 4);
  CHECK(place.at("startColumn").count() == 30);
  const JsonValue gone = document({"check", folder.path() / "gone.cub", "--format", "sarif"}, 2, "").at("runs").items()[0];
  CHECK(gone.at("results").items().empty());
  CHECK(gone.at("invocations").items()[0].at("toolExecutionNotifications").items().size() == 1);
  CHECK(document({"check", safe_model, "--max-nodes", "1", "--format", "sarif"}, 3, "")
            .at("runs")
            .items()[0]
            .at("results")
            .items()[0]
            .at("kind")
            .text() == "open");
}

namespace {

// Every `$ref` leads somewhere in its own file: a program that reads one schema needs no other file. Inside a part with an `$id` of its
// own, references are about that part.
class References {
 public:
  explicit References(const JsonValue& root) { note(root); }

  std::vector<std::string> dangling(const JsonValue& root) {
    visit(root, root);
    return dangling_;
  }

 private:
  void note(const JsonValue& value) {
    each(value, [&](const std::string& key, const JsonValue& member) {
      if (key == "$id") known_.push_back(member.text());
      note(member);
    });
  }

  void visit(const JsonValue& value, const JsonValue& base) {
    const JsonValue* inner = &base;
    if (value.kind() == JsonValue::Kind::Object && value.find("$id") != nullptr) inner = &value;
    each(value, [&](const std::string& key, const JsonValue& member) {
      if (key == "$ref") {
        if (!leads_somewhere(member.text(), *inner)) dangling_.push_back(member.text());
      } else {
        visit(member, *inner);
      }
    });
  }

  [[nodiscard]] bool leads_somewhere(const std::string& ref, const JsonValue& base) const {
    const std::string local = "#/definitions/";
    if (!ref.starts_with(local)) return std::ranges::find(known_, ref) != known_.end();
    const JsonValue* const definitions = base.find("definitions");
    return definitions != nullptr && definitions->find(ref.substr(local.size())) != nullptr;
  }

  static void each(const JsonValue& value, const std::function<void(const std::string&, const JsonValue&)>& use) {
    if (value.kind() == JsonValue::Kind::Array) {
      for (const JsonValue& item : value.items()) use("", item);
    } else if (value.kind() == JsonValue::Kind::Object) {
      for (const std::string& key : value.keys()) use(key, value.at(key));
    }
  }

  std::vector<std::string> known_, dangling_;
};

}  // namespace

TEST_CASE("schemas: each has its identity, and everything that it refers to") {
  std::size_t schemas = 0;
  for (const auto& entry : fs::directory_iterator(PARAPET_SOURCE_DIR "/docs")) {
    const std::string name = entry.path().filename();
    if (!name.ends_with("-schema.json")) continue;
    CAPTURE(name);
    ++schemas;
    const JsonValue schema = read_json(read_text(entry.path()));
    CHECK(schema.at("$id").text() == name);
    CHECK(References(schema).dangling(schema).empty());
    CHECK(contains(read_text(PARAPET_SOURCE_DIR "/docs/formats.md"), "(" + name + ")"));
  }
  CHECK(schemas >= 11);
  // The test itself: a reference without its definition is found.
  const JsonValue damaged = read_json(R"({"$id": "x", "a": {"$ref": "#/definitions/b"}, "c": [{"$ref": "y"}], "definitions": {"d": {}}})");
  CHECK(References(damaged).dangling(damaged) == std::vector<std::string>{"#/definitions/b", "y"});
}

// Parts that several schemas have are copies, so that each file is complete; they are equal.
TEST_CASE("schemas: parts that several have are the same in all of them") {
  const auto definition = [](const std::string& file, const std::string& name) {
    const std::string text = read_text(PARAPET_SOURCE_DIR "/docs/" + file);
    const std::size_t begin = text.rfind("    \"" + name + "\": {\n");
    REQUIRE(begin != std::string::npos);
    return text.substr(begin, text.find("\n    }", begin) - begin);
  };
  for (const char* file : {"check-schema.json", "certify-schema.json", "replay-schema.json", "coverage-schema.json", "simulate-schema.json",
                           "program-schema.json"}) {
    CAPTURE(file);
    for (const char* name : {"diagnostic", "position"}) CHECK(definition(file, name) == definition("diagnostics-schema.json", name));
  }
  const auto compact = [](const std::string& file) {
    std::string text = read_text(PARAPET_SOURCE_DIR "/docs/" + file);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
  };
  const std::string trace = compact("trace-schema.json");
  const std::string without_version = trace.substr(trace.find("\"$id\""));
  for (const char* file : {"check-schema.json", "replay-schema.json", "simulate-schema.json", "coverage-schema.json"})
    CHECK(contains(compact(file), "\"trace\":{" + without_version));
}

TEST_CASE("documents: SARIF and JUnit XML are valid by their published schemas, JSON by ours, for another validator") {
  if (std::getenv("PARAPET_SLOW") == nullptr) return skipped("it downloads the schemas: ./test --slow");
  std::vector<std::string> arguments{PARAPET_BINARY_DIR "/parapet", safe_model, unsafe_model};
  for (const char* more : {"barriers/counter_reset_short.cub", "locks/peterson_wfence.cub", "protocols/treiber.cub", "locks/mcs.cub"})
    arguments.push_back(PARAPET_SOURCE_DIR "/examples/" + std::string(more));
  const Child child = run_program(PARAPET_SOURCE_DIR "/tests/published_schemas", arguments);
  if (child.status == 77) return skipped(child.out.substr(0, child.out.find('\n')));
  CAPTURE(child.out);
  CHECK(child.status == 0);
}
