// The editor files: JSON that is JSON, the keywords of the lexer in each, a problem matcher that matches our messages.
#include <doctest/doctest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <string>

#include "base/json_reader.h"
#include "frontend/cub/token.h"
#include "skipped.h"
#include "unit/cli/child.h"

namespace {

namespace fs = std::filesystem;
using namespace parapet;
const fs::path editors = fs::path(PARAPET_SOURCE_DIR) / "editors";

std::set<std::string> keywords() {
  std::set<std::string> all;
  for (int kind = 0; kind <= static_cast<int>(cub::TokenKind::Underscore); ++kind) {
    if (!cub::is_keyword(static_cast<cub::TokenKind>(kind))) continue;
    const std::string_view text = cub::describe(static_cast<cub::TokenKind>(kind));
    all.emplace(text.substr(1, text.size() - 2));  // `array`
  }
  all.insert({"weak", "fence", "wfence"});
  return all;
}

// The words of every match of `pattern`'s first group.
std::set<std::string> words(const std::string& text, const char* pattern) {
  std::set<std::string> all;
  const std::regex list(pattern), word("[a-z_]+");
  for (std::sregex_iterator at(text.begin(), text.end(), list), end; at != end; ++at) {
    const std::string group = (*at)[1];
    for (std::sregex_iterator each(group.begin(), group.end(), word); each != end; ++each) all.insert(each->str());
  }
  for (const char* type : {"proc", "bool", "int", "real"}) all.erase(type);
  return all;
}

}  // namespace

TEST_CASE("editors: every JSON file is JSON") {
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(editors)) {
    if (entry.path().extension() != ".json") continue;
    CAPTURE(entry.path().filename().string());
    CHECK_NOTHROW(static_cast<void>(read_json(test::read_text(entry.path()))));
    ++files;
  }
  CHECK(files == 5);
}

TEST_CASE("editors: the keywords are those of the lexer") {
  CHECK(keywords().size() == 27);
  CHECK(words(test::read_text(editors / "vscode/syntaxes/cub.tmLanguage.json"), R"(b\(([a-z_|]+)\))") == keywords());
  CHECK(words(test::read_text(editors / "vim/syntax/cub.vim"), "syntax keyword cub[A-Z][a-z]+ ([a-z_ ]+)") == keywords());
}

TEST_CASE("editors: the problem matcher matches errors and warnings") {
  const std::string package = test::read_text(editors / "vscode/package.json");
  std::smatch found;
  REQUIRE(std::regex_search(package, found, std::regex("\"regexp\": \"(.*)\"")));
  const std::regex matcher(std::regex_replace(found[1].str(), std::regex(R"(\\\\)"), "\\"));
  for (const char* name : {"warnings/never_read", "diagnostics/act_arity"}) {
    const std::string text = test::read_text(fs::path(PARAPET_SOURCE_DIR) / "tests/golden" / (std::string(name) + ".expect"));
    std::smatch parts;
    const std::string line = text.substr(0, text.find('\n'));
    REQUIRE(std::regex_match(line, parts, matcher));
    CHECK(parts[1].str().ends_with(".cub"));
    CHECK((parts[4] == "error" || parts[4] == "warning"));
  }
}

TEST_CASE("editors: Vim reads the syntax file") {
  if (test::run_program("sh", {"-c", "command -v vim"}).status != 0) {
    test::skipped("vim is not installed");
    return;
  }
  const test::Child child =
      test::run_program("vim", {"-u", "NONE", "-es", "-c", "syntax on", "-c", "source " + (editors / "vim/syntax/cub.vim").string(), "-c",
                                "if v:errmsg != '' | cquit | endif", "-c", "qa!"});
  CHECK(child.status == 0);
}
