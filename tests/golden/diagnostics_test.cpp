// Every message of the front end, exactly as printed: NAME.cub is read and what is said about it compared with NAME.expect.
// PARAPET_BLESS=1 in the environment rewrites the expectations.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "frontend/frontend.h"

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The lines from the first to the last difference.
std::string difference(const std::string& expected, const std::string& found) {
  auto a = lines_of(expected);
  auto b = lines_of(found);
  const auto first = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  a.erase(a.begin(), first.first);
  b.erase(b.begin(), first.second);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  std::string text;
  for (const auto& line : a) text += "- " + line + "\n";
  for (const auto& line : b) text += "+ " + line + "\n";
  return text;
}

std::string messages_about(const fs::path& path) {
  const auto loaded = parapet::frontend::load_text(path.filename().string(), contents(path));
  std::ostringstream out;
  loaded.diagnostics.print(out, loaded.file, false);
  return out.str();
}

}  // namespace

TEST_CASE("golden: diagnostics") {
  std::vector<fs::path> inputs;
  for (const auto& entry : fs::directory_iterator(fs::path(PARAPET_SOURCE_DIR) / "tests/golden/diagnostics")) {
    if (entry.path().extension() == ".cub") inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  CHECK(inputs.size() >= 60);
  const bool bless = std::getenv("PARAPET_BLESS") != nullptr;
  for (const fs::path& input : inputs) {
    const fs::path expectation = fs::path(input).replace_extension(".expect");
    const std::string found = messages_about(input);
    if (bless) std::ofstream(expectation, std::ios::binary) << found;
    const std::string expected = contents(expectation);
    INFO(input.filename().string(), ":\n", difference(expected, found));
    CHECK(expected == found);
    CHECK(found.find("error:") != std::string::npos);
  }
}
