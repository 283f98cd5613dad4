// What README.md and docs/ show is what happens.
//   ```console   lines `$ COMMAND` are run, in order, in one folder per document; what follows is what they print. `...` alone stands for
//                any lines, inside a line for any text; seconds and numbers of nodes are not compared. `./run` is the program that was
//                built.
//   ```cub NAME  is written to the file NAME of that folder first.
//   ```cub       is a model, or a fragment: then it becomes one after the document's block ```cub prelude, with an `init` that allows
//                everything. It is read without errors.
//   ```cub wrong is refused.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "docs/fences.h"
#include "frontend/frontend.h"
#include "unit/cli/child.h"

namespace {

namespace fs = std::filesystem;
using namespace parapet::test;

const fs::path source = PARAPET_SOURCE_DIR;

std::vector<fs::path> documents() {
  std::vector<fs::path> all{source / "README.md", source / "CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") all.push_back(entry.path());
  }
  std::sort(all.begin() + 2, all.end());
  return all;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    line.erase(line.find_last_not_of(" \r") + 1);
    line = std::regex_replace(line, std::regex("[0-9]+\\.[0-9]+ s\\b"), "T s");
    lines.push_back(std::regex_replace(line, std::regex("^[0-9]+ nodes?,"), "N nodes,"));
  }
  return lines;
}

bool line_matches(const std::string& expected, const std::string& found) {
  std::string pattern;
  for (std::size_t at = 0; at < expected.size();) {
    if (expected.compare(at, 3, "...") == 0) {
      pattern += ".*";
      at += 3;
    } else {
      if (std::string("\\^$.|?*+()[]{}").find(expected[at]) != std::string::npos) pattern += '\\';
      pattern += expected[at++];
    }
  }
  return std::regex_match(found, std::regex(pattern));
}

bool matches(const std::vector<std::string>& expected, std::size_t e, const std::vector<std::string>& found, std::size_t f) {
  if (e == expected.size()) return f == found.size();
  if (expected[e] == "...") {
    for (std::size_t next = f; next <= found.size(); ++next) {
      if (matches(expected, e + 1, found, next)) return true;
    }
    return false;
  }
  return f < found.size() && line_matches(expected[e], found[f]) && matches(expected, e + 1, found, f + 1);
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

// A folder that looks like a checkout, but for `run`, which does not build.
class Place {
 public:
  Place() {
    fs::create_directory_symlink(source / "examples", folder_.path() / "examples");
    fs::create_directory_symlink(source / "docs", folder_.path() / "docs");
    fs::create_directory_symlink(source / "models", folder_.path() / "models");
    std::ofstream(folder_.path() / "run") << "#!/bin/sh\nexec " PARAPET_BINARY_DIR "/parapet \"$@\"\n";
    fs::permissions(folder_.path() / "run", fs::perms::owner_all);
  }
  void write(const std::string& name, const std::string& text) const { std::ofstream(folder_.path() / name) << text; }
  [[nodiscard]] std::vector<std::string> run(const std::string& command) const {
    const Child child = run_program(
        "bash", {"-c", "cd '" + folder_.path().string() + "' && PATH=\"" PARAPET_BINARY_DIR ":$PATH\" && { " + command + "\n} 2>&1"});
    return lines_of(child.out);
  }

 private:
  TemporaryFolder folder_;
};

std::size_t run_console(const Place& place, const Fence& fence) {
  std::size_t commands = 0;
  for (std::size_t k = 0; k < fence.lines.size();) {
    REQUIRE_MESSAGE(fence.lines[k].rfind("$ ", 0) == 0, "line " << fence.line << ": a block begins with a command");
    const std::string command = fence.lines[k++].substr(2);
    std::string text;
    while (k < fence.lines.size() && fence.lines[k].rfind("$ ", 0) != 0) text += fence.lines[k++] + "\n";
    const std::vector<std::string> expected = lines_of(text), found = place.run(command);
    ++commands;
    CHECK_MESSAGE(matches(expected, 0, found, 0), "after line " << fence.line << ": $ " << command << "\nshown:\n"
                                                                << joined(expected) << "printed:\n"
                                                                << joined(found));
  }
  return commands;
}

bool has_init(const std::string& text) { return std::regex_search(text, std::regex("(^|\n)init\\b")); }

std::string errors_of(const std::string& text) {
  const auto loaded = parapet::frontend::load_text("block.cub", text);
  std::ostringstream out;
  loaded.diagnostics.print(out, loaded.file, false);
  return loaded.program ? "" : out.str();
}

}  // namespace

TEST_CASE("docs: every command shown does what is shown") {
  std::size_t commands = 0;
  for (const fs::path& document : documents()) {
    CAPTURE(document.filename().string());
    const Place place;
    for (const Fence& fence : fences_of(read_text(document))) {
      if (fence.language == "cub" && fence.words.size() == 1 && fence.words[0].find('.') != std::string::npos)
        place.write(fence.words[0], text_of(fence));
      if (fence.language == "console") commands += run_console(place, fence);
    }
  }
  MESSAGE(commands << " commands of the documentation executed");
  CHECK(commands >= 30);
}

TEST_CASE("docs: every model and fragment shown is one") {
  std::size_t blocks = 0;
  for (const fs::path& document : documents()) {
    CAPTURE(document.filename().string());
    std::string prelude;
    for (const Fence& fence : fences_of(read_text(document))) {
      if (fence.language != "cub") continue;
      CAPTURE(fence.line);
      const std::string word = fence.words.empty() ? "" : fence.words[0];
      const std::string text = text_of(fence);
      if (word == "prelude") prelude = text;
      const std::string errors = errors_of(has_init(text) ? text : (word == "prelude" ? "" : prelude) + text + "init { true }\n");
      if (word == "wrong") {
        CHECK_FALSE(errors.empty());
      } else {
        CHECK(errors == "");
      }
      ++blocks;
    }
  }
  CHECK(blocks >= 25);
}

TEST_CASE("docs: links lead to files") {
  for (const fs::path& document : documents()) {
    const std::string text = read_text(document);
    const std::regex link("\\]\\(([^)#]+)(#[^)]*)?\\)");
    for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at) {
      const std::string target = (*at)[1];
      if (target.find("://") != std::string::npos) continue;
      CHECK_MESSAGE(fs::exists(document.parent_path() / target), document.filename().string() << ": " << target);
    }
  }
}
