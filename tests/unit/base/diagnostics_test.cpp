#include <doctest/doctest.h>

#include <sstream>

#include "base/source.h"

using namespace parapet;

namespace {

std::string printed(const Diagnostics& diagnostics, const std::string& text) {
  std::ostringstream out;
  diagnostics.print(out, SourceFile("f.cub", text), false);
  return out.str();
}

std::string one(const std::string& text, SourceRange range) {
  Diagnostics diagnostics;
  diagnostics.error(range, "wrong", "do right");
  return printed(diagnostics, text);
}

}  // namespace

TEST_CASE("diagnostics: the layout of a message") {
  CHECK(one("ab cde f\n", {3, 6}) == "f.cub:1:4: error: wrong\n  ab cde f\n     ^~~\n  hint: do right\n");
}

// The caret is where the eye expects it: tabs are repeated, a multi-byte character is one column.
TEST_CASE("diagnostics: tabs and UTF-8 keep the caret aligned") {
  CHECK(one("\t\xC3\xA9 xy", {4, 6}) == "f.cub:1:5: error: wrong\n  \t\xC3\xA9 xy\n  \t  ^~\n  hint: do right\n");
}

// What a terminal could not show, or could obey, is escaped, and the caret still stands below its character.
TEST_CASE("diagnostics: unprintable bytes") {
  CHECK(one(std::string("a\0\x1b\xff b", 6), {5, 6}) ==
        "f.cub:1:6: error: wrong\n  a\\x00\\x1b\\xff b\n                ^\n  hint: do right\n");
  CHECK(one("a\x1b b", {1, 4}) == "f.cub:1:2: error: wrong\n  a\\x1b b\n   ^~~~~~\n  hint: do right\n");
}

TEST_CASE("diagnostics: text that would be shown in another order than it is written") {
  CHECK(one("a \xE2\x80\xAE b", {6, 7}) == "f.cub:1:7: error: wrong\n  a \\u{202e} b\n             ^\n  hint: do right\n");
  Diagnostics diagnostics;
  diagnostics.error({0, 1}, "no `\x1b[2J`", "");
  std::ostringstream out;
  diagnostics.print(out, SourceFile("f\n\xE2\x81\xA6.cub", "x"), false);
  CHECK(out.str() == "f\\n\\u{2066}.cub:1:1: error: no `\\x1b[2J`\n  x\n  ^\n");
}

TEST_CASE("diagnostics: the end of the file, and ranges over several lines") {
  CHECK(one("ab", {2, 2}) == "f.cub:1:3: error: wrong\n  ab\n    ^\n  hint: do right\n");
  CHECK(one("ab\ncd", {1, 5}) == "f.cub:1:2: error: wrong\n  ab\n   ^\n  hint: do right\n");
}

TEST_CASE("diagnostics: a line of megabytes is clipped around the place") {
  const std::string text = std::string(2'000'000, 'a') + "b" + std::string(2'000'000, 'c');
  const std::string shown = one(text, {2'000'000, 4'000'000});
  CHECK(shown.size() < 500);
  CHECK(shown.find("...aaaa") != std::string::npos);
  CHECK(shown.find("ccc...") != std::string::npos);
}

TEST_CASE("diagnostics: each message once, in order of place, capped") {
  Diagnostics diagnostics;
  diagnostics.error({4, 5}, "second");
  diagnostics.error({0, 1}, "first");
  diagnostics.error({4, 5}, "second");
  CHECK(diagnostics.all().size() == 2);
  const std::string shown = printed(diagnostics, "a b c d");
  CHECK(shown.find("first") < shown.find("second"));
  for (std::uint32_t k = 0; k < 1000; ++k) diagnostics.error({k, k}, "again");
  CHECK(diagnostics.full());
  CHECK(diagnostics.all().size() == Diagnostics::limit);
  CHECK(printed(diagnostics, std::string(1000, 'x')).ends_with("more errors not shown\n"));
}

TEST_CASE("diagnostics: warnings are no errors and carry their name") {
  Diagnostics diagnostics;
  diagnostics.add({Severity::Warning, {0, 1}, "odd", "", "odd-name"});
  CHECK(!diagnostics.has_errors());
  CHECK(printed(diagnostics, "a").find("warning: odd [odd-name]") != std::string::npos);
}
