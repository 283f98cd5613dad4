// What documents say of the source files: docs/source.md lists each with the first sentence of its comment (PARAPET_BLESS=1 in the
// environment rewrites it), and the paths and notes that ARCHITECTURE.md names exist.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path top = PARAPET_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// By folder, by name without ending.
std::map<std::string, std::set<std::string>> source_files() {
  std::map<std::string, std::set<std::string>> result;
  for (const char* folder : {"src", "frontend", "smt", "include"}) {
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      const fs::path& path = entry.path();
      if (path.extension() != ".h" && path.extension() != ".cpp") continue;
      result[fs::relative(path.parent_path(), top).string()].insert(path.stem().string());
    }
  }
  return result;
}

// The first sentence of the comment that opens the file; empty: there is none.
std::string first_sentence(const fs::path& file) {
  std::ifstream in(file);
  std::string sentence;
  for (std::string line; std::getline(in, line) && line.rfind("// ", 0) == 0;) {
    sentence += (sentence.empty() ? "" : " ") + line.substr(3);
    static const std::regex end(R"([.:]( |$))");
    std::smatch at;
    if (std::regex_search(sentence, at, end)) return sentence.substr(0, static_cast<std::size_t>(at.position(0)));
  }
  return sentence;
}

std::string list_of_files() {
  std::string text =
      "# The source files\n\nGenerated from the first sentence of each file by `PARAPET_BLESS=1 build/release/parapet-tests "
      "-tc='files*'`; [ARCHITECTURE.md](../ARCHITECTURE.md) says how the folders hang together.\n";
  for (const auto& [folder, names] : source_files()) {
    text += "\n## " + folder + "\n";
    for (const std::string& name : names) {
      const fs::path header = top / folder / (name + ".h");
      const std::string what = first_sentence(fs::exists(header) ? header : top / folder / (name + ".cpp"));
      CHECK_MESSAGE(!what.empty(), folder << "/" << name << " does not begin with a comment that says what it is");
      text += "- `" + name + "`: " + what + "\n";
    }
  }
  return text;
}

std::size_t lines_of(const fs::path& file) {
  const std::string text = text_of(file);
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("files: docs/source.md lists each source file with its first sentence") {
  const std::string listed = list_of_files();
  const fs::path file = top / "docs/source.md";
  if (std::getenv("PARAPET_BLESS") != nullptr) std::ofstream(file, std::ios::binary) << listed;
  CHECK_MESSAGE(text_of(file) == listed, "run PARAPET_BLESS=1 build/release/parapet-tests -tc='files*'");
}

TEST_CASE("files: neither crumbs nor novels") {
  std::size_t crumbs = 0, lines = 0;
  for (const auto& [folder, names] : source_files()) {
    for (const std::string& name : names) {
      for (const char* ending : {".h", ".cpp"}) {
        const fs::path file = top / folder / (name + ending);
        if (!fs::exists(file)) continue;
        const std::size_t size = lines_of(file);
        CHECK_MESSAGE(size <= 600, file.string() << " has " << size << " lines");
        crumbs += size <= 40 ? 1 : 0;
        lines += size;
      }
    }
  }
  CHECK(crumbs <= 60);
  CHECK(lines <= 72'000);
}

TEST_CASE("files: no two headers have the same name") {
  std::map<std::string, std::vector<std::string>> by_name;
  for (const auto& [folder, names] : source_files()) {
    for (const std::string& name : names) {
      if (fs::exists(top / folder / (name + ".h"))) by_name[name].push_back(folder);
    }
  }
  for (const auto& [name, folders] : by_name)
    CHECK_MESSAGE(folders.size() == 1, name << ".h is in " << folders[0] << " and " << folders.back());
}

TEST_CASE("files: what ARCHITECTURE.md names exists, and it lists every note") {
  const std::string text = text_of(top / "ARCHITECTURE.md");
  static const std::regex path(R"(`((src|frontend|smt|include|tests|docs|bench|cmake|models|examples|editors)/[A-Za-z0-9_./-]*)`)");
  for (std::sregex_iterator at(text.begin(), text.end(), path), end; at != end; ++at) {
    const std::string named = (*at)[1];
    CHECK_MESSAGE((fs::exists(top / named) || fs::exists(top / (named + ".h"))), named << " does not exist");
  }
  static const std::regex row(R"(\| `NOTE\(([a-z-]+)\)` \| `([^`]*)` \|)"), opening(R"(^// NOTE\(([a-z-]+)\)[:.] )");
  std::map<std::string, std::string> listed;
  for (std::sregex_iterator at(text.begin(), text.end(), row), end; at != end; ++at) listed[(*at)[1]] = (*at)[2];
  std::map<std::string, std::string> stated;
  for (const auto& [folder, names] : source_files()) {
    for (const std::string& name : names) {
      std::ifstream in(top / folder / (name + ".h"));
      std::smatch match;
      for (std::string line; std::getline(in, line);) {
        if (std::regex_search(line, match, opening)) stated[match[1]] = folder + "/" + name + ".h";
      }
    }
  }
  CHECK(listed == stated);
}
