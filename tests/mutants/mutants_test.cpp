// The rules of tests/mutants can be tested: every edit can be made, every test and model that should notice it exists.
#include "mutants/mutants.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace parapet::test;

namespace {

namespace fs = std::filesystem;

// The string literal, or literals, after the position.
std::string literal_after(const std::string& text, std::size_t at) {
  std::string result;
  while (at < text.size() && text[at] != '"') ++at;
  while (at < text.size() && text[at] == '"') {
    for (++at; at < text.size() && text[at] != '"'; ++at) {
      if (text[at] == '\\') ++at;
      result += text[at];
    }
    at = text.find_first_not_of(" \n", at + 1);
  }
  return result;
}

// The names of all test cases, as the sources have them.
std::vector<std::string> test_cases() {
  std::vector<std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(PARAPET_SOURCE_DIR "/tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ifstream in(entry.path());
    std::ostringstream content;
    content << in.rdbuf();
    const std::string text = content.str();
    for (std::size_t at = 0; (at = text.find("\nTEST_CASE", at)) != std::string::npos; ++at) all.push_back(literal_after(text, at));
  }
  return all;
}

Mutant only(const std::string& text) {
  const auto all = parse_mutants("area", text);
  REQUIRE(all.size() == 1);
  return all.front();
}

}  // namespace

TEST_CASE("mutants: every edit can be made") {
  const std::vector<Mutant> all = all_mutants(PARAPET_SOURCE_DIR);
  CHECK(all.size() > 50);
  Sources sources(PARAPET_SOURCE_DIR);
  std::set<std::string> rules;
  for (const Mutant& each : all) {
    INFO(each.rule);
    CHECK(rules.insert(each.rule).second);
    const auto why = sources.apply(each, false);
    CHECK_MESSAGE(!why, why.value_or(""));
  }
}

TEST_CASE("mutants: the tests that should notice them exist") {
  const std::vector<std::string> names = test_cases();
  CHECK(names.size() > 500);
  for (const Mutant& each : all_mutants(PARAPET_SOURCE_DIR)) {
    INFO(each.rule);
    for (const std::string& test : each.tests)
      CHECK_MESSAGE(std::any_of(names.begin(), names.end(), [&](const std::string& name) { return matches(test, name); }), test);
    for (const std::string& model : each.models) CHECK_MESSAGE(fs::exists(fs::path(PARAPET_SOURCE_DIR) / model), model);
  }
}

TEST_CASE("mutants: the form of a rule") {
  const Mutant mutant = only("# Title\n### A rule\nWhy.\n* test `a: b`\n* model `tests/x.cub`\n```diff base/ids.h\n a\n-b\n+c\n```\n");
  CHECK(mutant.rule == "area: A rule");
  CHECK(mutant.tests == std::vector<std::string>{"a: b"});
  CHECK(mutant.models == std::vector<std::string>{"tests/x.cub"});
  REQUIRE(mutant.edits.size() == 1);
  CHECK(mutant.edits[0].place == "base/ids.h");
  CHECK(mutant.edits[0].before == "a\nb\n");
  CHECK(mutant.edits[0].after == "a\nc\n");
  CHECK(mutant.wrong.empty());
  CHECK(parse_mutants("area", "### A rule that nothing tests\nWhy.\n").empty());
  CHECK_FALSE(only("### A rule\n```diff src\n-b\n+c\n```\n").wrong.empty());
  CHECK_FALSE(only("### A rule\n* test `a`\n```diff src\nb\n```\n").wrong.empty());
  CHECK_FALSE(only("* test `a`\n```diff src\n-b\n```\n").wrong.empty());
}

TEST_CASE("mutants: a text is found however its lines are broken, and replaced") {
  const fs::path tree = fs::path(PARAPET_BINARY_DIR) / "mutants_test";
  fs::create_directories(tree / "src/a");
  const auto write = [&](const std::string& content) { std::ofstream(tree / "src/a/one.cpp") << content; };
  write("int f(int a,\n      int b);\nint g();\n");
  const auto made = [&](const std::string& place, const std::string& edit) {
    return Sources(tree).apply(only("### A\n* test `b`\n```diff" + place + "\n" + edit + "```\n"), true);
  };
  CHECK(made("", "-int\n+long\n"));
  CHECK(made("", "-h()\n+i()\n"));
  CHECK(made("", "-g()\n+g ()\n"));
  CHECK(made(" b/one", "-g()\n+h()\n"));
  CHECK_FALSE(made(" a/one", " f(int a, int b);\n int\n-g();\n+h();\n"));
  std::ostringstream now;
  now << std::ifstream(tree / "src/a/one.cpp").rdbuf();
  CHECK(now.str() == "int f(int a, int b);\nint\nh();\n");
  copy_tree(tree / "src", tree / "copy");
  CHECK(fs::exists(tree / "copy/a/one.cpp"));
  fs::remove_all(tree / "src/a");
  copy_tree(tree / "src", tree / "copy");
  CHECK_FALSE(fs::exists(tree / "copy/a/one.cpp"));
  fs::remove_all(tree);
}

TEST_CASE("mutants: patterns") {
  CHECK(matches("a*c", "abbc"));
  CHECK(matches("*", ""));
  CHECK_FALSE(matches("a*c", "abcd"));
}
