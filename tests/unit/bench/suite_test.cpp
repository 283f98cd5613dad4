// Guards the suite format: what each line means, where errors are, and the expectations in models.
#include "bench/suite.h"

#include <doctest/doctest.h>

#include <string>

using namespace parapet;
using namespace parapet::bench;

namespace {

Suite parse(const std::string& text) {
  const SourceFile file("s.suite", text);
  Diagnostics diagnostics;
  Suite suite = parse_suite(file, diagnostics);
  REQUIRE_FALSE(diagnostics.has_errors());
  return suite;
}

// "LINE:COLUMN message" of the first error.
std::string error_of(const std::string& text) {
  const SourceFile file("s.suite", text);
  Diagnostics diagnostics;
  static_cast<void>(parse_suite(file, diagnostics));
  if (diagnostics.all().empty()) return "none";
  const LineColumn place = file.locate(diagnostics.all().front().range.begin);
  return std::to_string(place.line) + ":" + std::to_string(place.column) + " " + diagnostics.all().front().message;
}

}  // namespace

TEST_CASE("suite: models with their settings") {
  const Suite suite = parse(
      "# a comment\n"
      "root ../a ../b   # another\n"
      "\n"
      "locks/dekker.cub tso SAFE time=2.5 memory=100 -- --search bfs\n"
      "limits time=10 memory=4096\n"
      "options --no-delete\n"
      "\"a b.cub\" sc -- -j2\n"
      "folder\n");
  CHECK(suite.roots == std::vector<std::string>{"../a", "../b"});
  REQUIRE(suite.entries.size() == 3);
  const Entry& first = suite.entries[0];
  CHECK(first.path == "locks/dekker.cub");
  CHECK(first.model == "tso");
  CHECK(first.expected == parapet::VerdictKind::Safe);
  CHECK(first.limits == Limits{std::chrono::milliseconds(2500), 100});
  CHECK(first.options == std::vector<std::string>{"--search", "bfs"});
  const Entry& second = suite.entries[1];
  CHECK(second.path == "a b.cub");
  CHECK(second.model == "sc");
  CHECK_FALSE(second.expected);
  CHECK(second.limits == Limits{std::chrono::seconds(10), 4096});
  CHECK(second.options == std::vector<std::string>{"--no-delete", "-j2"});
  CHECK(suite.entries[2].model == "");
}

TEST_CASE("suite: tools") {
  const Suite suite = parse("tool other safe=\"is SAFE$\" unsafe=UNSAFE only=tso -- other -q \"{file}\"\n");
  REQUIRE(suite.tools.size() == 1);
  CHECK(suite.tools[0].name == "other");
  CHECK(suite.tools[0].safe == "is SAFE$");
  CHECK(suite.tools[0].only == "tso");
  CHECK(suite.tools[0].command == std::vector<std::string>{"other", "-q", "{file}"});
}

TEST_CASE("suite: tables and their columns") {
  const Suite suite = parse(
      "column note Note\n"
      "a.cub note=\"seen before\"\n"
      "table \"Table 1\"\n"
      "column paper_time \"paper time (s)\"\n"
      "column n N\n"
      "b.cub tso SAFE name=\"the lock\" n=3 time=2 -- --search bfs\n"
      "c.cub paper_time=0.5=1\n"
      "table Other\n"
      "d.cub\n");
  REQUIRE(suite.entries.size() == 4);
  CHECK(suite.entries[0].table == "");
  CHECK(suite.entries[0].figures == std::vector<Figure>{{"note", "Note", "seen before"}});
  CHECK(suite.entries[1].table == "Table 1");
  CHECK(suite.entries[1].name == "the lock");
  CHECK(suite.entries[1].figures == std::vector<Figure>{{"paper_time", "paper time (s)", ""}, {"n", "N", "3"}});
  CHECK(suite.entries[1].limits.time == std::chrono::seconds(2));
  CHECK(suite.entries[2].name == "");
  CHECK(suite.entries[2].figures[0].text == "0.5=1");
  CHECK(suite.entries[3].table == "Other");
  CHECK(suite.entries[3].figures.empty());
}

TEST_CASE("suite: errors say where") {
  const std::string expected =
      "expected a memory model, SAFE, UNSAFE, UNKNOWN, time=SECONDS, memory=MB, name=TEXT, KEY=TEXT of a column, or -- and options";
  CHECK(error_of("a.cub tso\n a.cub tso Safe") == "2:12 " + expected);
  CHECK(error_of("a.cub tso sc") == "1:11 " + expected);
  CHECK(error_of("a.cub SAFE") == "1:1 an expected verdict needs its memory model");
  CHECK(error_of("a.cub time=soon") == "1:7 expected a number from 0 to 1000000000 after 'time='");
  CHECK(error_of("a.cub n=3") == "1:7 " + expected);
  CHECK(error_of("table\na.cub") == "1:1 expected: table TITLE");
  CHECK(error_of("column n") == "1:1 expected: column KEY TITLE");
  CHECK(error_of("column n N\ncolumn n M") == "2:8 the key 'n' is taken");
  CHECK(error_of("column time T") == "1:8 the key 'time' is taken");
  CHECK(error_of("column \"a b\" T") == "1:8 a key has lower-case letters, digits and '_'");
  CHECK(error_of("limits 10") == "1:8 expected time=SECONDS or memory=MB");
  CHECK(error_of("\"a.cub") == "1:1 a quote that is not closed on its line");
  CHECK(error_of("a.cub\nroot x") == "2:1 one 'root', before the models");
  CHECK(error_of("tool x safe=a unsafe=b -- x") == "1:1 a tool has a command after '--', with {file} in it");
  CHECK(error_of("tool x safe=a -- x {file}") == "1:1 a tool needs safe=REGEX and unsafe=REGEX");
  CHECK(error_of("tool parapet safe=a unsafe=b -- x {file}") == "1:6 the name 'parapet' is taken");
  CHECK(error_of("tool x safe=( unsafe=b -- x {file}").rfind("1:8 not a regular expression: ", 0) == 0);
}

TEST_CASE("suite: expectations are read from the first comment only") {
  const auto found =
      expectations_of("(* A lock.\n\n   expect tso UNSAFE\n   expect sc SAFE slow\n   we expect much\n*)\n(* expect tso SAFE *)");
  REQUIRE(found.size() == 2);
  CHECK(found[0].model == "tso");
  CHECK(found[0].answer == parapet::VerdictKind::Unsafe);
  CHECK(found[1].model == "sc");
  CHECK(found[1].answer == parapet::VerdictKind::Safe);
  CHECK(expectations_of("type t = A").empty());
  CHECK(expectations_of("(* open").empty());
}
