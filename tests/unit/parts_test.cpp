// The parts that ./test runs the tests in (tests/executables.txt) leave no test file out and run none twice.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// `*` and literal text.
bool matches(const std::string& pattern, const std::string& path) {
  std::size_t at = 0;
  std::istringstream pieces(pattern);
  for (std::string piece; std::getline(pieces, piece, '*');) {
    if (piece.empty()) continue;
    at = path.find(piece, at);
    if (at == std::string::npos) return false;
    at += piece.size();
  }
  return pattern.ends_with('*') || at == path.size();
}

std::vector<std::string> patterns() {
  std::vector<std::string> result;
  std::ifstream in(PARAPET_SOURCE_DIR "/tests/executables.txt");
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string name, program, list;
    words >> name >> program >> list;
    std::istringstream each(list);
    for (std::string pattern; std::getline(each, pattern, ',');) result.push_back(pattern);
  }
  return result;
}

bool has_tests(const fs::path& file) {
  std::ifstream in(file);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str().find("TEST_CASE") != std::string::npos;
}

}  // namespace

TEST_CASE("parts: every test file is in exactly one") {
  const std::vector<std::string> all = patterns();
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(PARAPET_SOURCE_DIR "/tests")) {
    if (entry.path().extension() != ".cpp" || !has_tests(entry.path())) continue;
    ++files;
    const std::string path = entry.path().string();
    CHECK_MESSAGE(std::count_if(all.begin(), all.end(), [&](const std::string& each) { return matches(each, path); }) == 1, path);
  }
  CHECK(files > 50);
}
